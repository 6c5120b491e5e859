sed -i 's/^from skerry.web.play import games$/from skerry.web.play import beginning/; s/print(games.begin_between/print(beginning.begin_between/' tests/web/play/test_flags.py
sed -i '/^from skerry.web.play import sweeps as flags$/d; s/\bflags\.let_flag_fall/sweeps.let_flag_fall/; s/monkeypatch.setattr(flags, /monkeypatch.setattr(sweeps, /' tests/web/play/test_flags.py
sed -i 's/^from skerry.web.play import games$/from skerry.web.play import changes/; s/^games\.play(saved/changes.play(saved/' tests/web/correspondence/test_restart.py
sed -i 's/Path(games.__file__).parents\[2\]/Path(queries.__file__).parents[1]/' tests/web/play/test_closed.py
sed -i 's/`play\.games` alone/`play.changes` alone/' src/skerry/web/correspondence/__init__.py docs/correspondence.md
sed -i 's/`play\.games\.waiting_for`/`play.queries.waiting_for`/' docs/correspondence.md
sed -i 's/`play\.games\.may_analyse`/`play.queries.may_analyse`/; s/The room `web\/play\/games` loads/The module `web\/play\/changes.py` loads/' docs/architecture.md
sed -i 's/(`play\.games`, `online/(`play.changes`, `online/' docs/bots.md
