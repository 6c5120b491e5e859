.venv/bin/python tools/rooms/split_games.py
sed -i 's/^from skerry.web.play.games.storing import columns_of/from skerry.web.play.games.reading import columns_of/' src/skerry/web/play/holders.py
sed -i '/^def test_a_rematch_with_somebody_who_is_gone/,/^def test_nobody/s/offers: str/by_whom: str/; s/^@pytest.mark.parametrize("offers", \["who/@pytest.mark.parametrize("by_whom", ["who/; s/if offers == "who is gone"/if by_whom == "who is gone"/' tests/web/accounts/test_gone.py
