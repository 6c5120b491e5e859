"""The check that follows each test of a page: whether a control there does nothing."""

from playwright.sync_api import BrowserContext

from tests.web.browser.conftest import dead_controls

DEAD = """
    <button id="one">Do it</button>
    <form id="two"><input name="text"><button id="three">Send</button></form>
    <label><input type="checkbox" id="four"> Show it</label>
    <form action="/there"><input type="range" id="five"><select name="sent"></select></form>
    <select id="six"></select> <textarea id="seven"></textarea>
    <p id="eight" style="cursor: pointer">More <em>of it</em></p>
"""
MEND = """
    for (const control of document.querySelectorAll("button")) control.onclick = () => {};
    document.getElementById("two").addEventListener("submit", () => {});
    for (const id of ["four", "five", "six", "seven"]) {
        document.getElementById(id).addEventListener("change", () => {});
    }
    document.getElementById("eight").addEventListener("click", () => {});
"""


def test_a_control_that_does_nothing_is_found(context: BrowserContext) -> None:
    page = context.new_page()
    page.set_content(DEAD)
    found = {text.split()[-1] for text in dead_controls(page, patience=0)}
    assert found == {"one", "two", "text", "three", "four", "five", "six", "seven", "eight"}
    page.evaluate(MEND)
    assert dead_controls(page, patience=0) == []
    page.set_content("<a href='/'>Home</a> <input readonly value='copy me'>")
    assert dead_controls(page, patience=0) == []
    page.close()


def test_a_script_that_sees_to_its_page_late_is_waited_for(context: BrowserContext) -> None:
    page = context.new_page()
    page.set_content(DEAD)
    page.evaluate(f"setTimeout(() => {{ {MEND} }}, 300)")
    assert dead_controls(page) == []
    page.close()
