"""The site as an application, and how uvicorn serves it: pages, WebSockets, limits of both.

What is chosen by variables of the environment is read in `site.environment`.
"""
