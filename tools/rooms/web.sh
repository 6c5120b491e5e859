# After the plan.
sed -i 's/TypeVar("View"/TypeVar("AnyView"/' src/skerry/web/base/answers.py
sed -i 's/share what they know by Redis: set {environment.REDIS_URL}\./share what they know by Redis: set "\n            f"{environment.REDIS_URL}./' src/skerry/web/site/run.py
git mv src/skerry/web/accounts/names/guest_words.txt src/skerry/web/accounts/
git rm -q src/skerry/web/site/machine/__init__.py src/skerry/web/base/databases/__init__.py
rm -rf src/skerry/web/{site/machine,base/databases}
sed -i 's/^ENGINES = "skerry.web.base.databases"/ENGINES = "skerry.web"/' src/skerry/web/site/environment.py
python3 - <<'P'
p='pyproject.toml'; t=open(p).read()
t=t.replace('''    "offline",
    "base",
''','''    "offline | postgresql | sqlite",
    "base",
''')
t=t.replace('["skerry.web.thinking.worker.work", "skerry.web.thinking.worker.tasks"]','["skerry.web.thinking.work", "skerry.web.thinking.worker_tasks"]')
t=t.replace('["skerry.web.thinking.work.work", "skerry.web.thinking.worker_tasks"]','["skerry.web.thinking.work", "skerry.web.thinking.worker_tasks"]')
t=t.replace('source_modules = ["skerry.web.thinking.worker"]\n','source_modules = ["skerry.web.thinking.work", "skerry.web.thinking.worker", "skerry.web.thinking.worker_tasks"]\n')
open(p,'w').write(t)
p='src/skerry/web/site/copies.py'; t=open(p).read()
t=t.replace('''        if kind == POSTGRESQL:
            migrations = dump_postgresql(copy)
        else:
            migrations = dump_sqlite(_file(), copy)
''','''        on_server = kind == POSTGRESQL
        migrations = dump_postgresql(copy) if on_server else dump_sqlite(_file(), copy)
''')
open(p,'w').write(t)
P
sed -i 's/from skerry\.web\.site\.machine import/from skerry.web.site import/' tests/web/site/test_run.py tests/web/several.py tests/web/play/test_flags.py tests/web/correspondence/test_restart.py
sed -i 's/^from skerry.web.thinking.worker import __main__, work$/from skerry.web.thinking import work, worker/; s/^__main__\.main()/worker.main()/' tests/web/thinking/test_worker.py
sed -i 's/^from skerry.web.site.asgi import body_limit, connections/from skerry.web.site import connections, handler/; s/^body_limit\.BodyLimits/handler.BodyLimits/; s/\*body_limit\.BodyLimits/*handler.BodyLimits/' tests/web/site/serving/test_connections.py
sed -i 's/(`sweeping.py`)/(`tasks.py`)/; s/heard in `changing.py`/heard in `tasks.py`/' docs/correspondence.md
sed -i 's/(`wording.py`)/(`chat.py`)/' docs/online.md
sed -i 's/`site.serving.handler`/`site.handler`/' src/skerry/web/base/background.py
