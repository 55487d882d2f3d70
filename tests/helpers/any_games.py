"""Games of the tests: lines for settings.find_game, except names of shipped games."""

GAMES = {
    "misere": "misere",
    "head start": "head-start",
    "hooks": "hooks",
    "asymmetrical": "00000 00000; win 110 001; win 1 1; lose 11",
    "other's marks": "000 000 000; win 120; win 1 2; lose 101; lose 100 010 002",
    "handicap": "200 000 001; win 111; win 1 1 1; win 100 010 001; win 001 010 100",
    "narrow": "0000000; win 1101; lose 111",
    "ten of twelve": "1200 0000 0000; win 111; win 1 1 1",
    "many squares": "12121 21212 12121 00000; win 11111; win 1111; lose 01110",
    "may make the other win": "000 000; win 2 1; win 12",
}
