"""Every loss bar and breakdown that the report prints (1.14), from their counts alone."""

import numpy as np
import pytest

from fogel.school.lossbar import bar, draw, match_text, percent, period_losses, periods_text

REPORTED = """\
s11.m1  Losses:    |0001111222233344445566677788889999                | 68%
s11.m1  Breakdown: 0:74 1:74 2:72 3:70 4:71 5:57 6:55 7:65 8:67 9:79    Total:684/1000
s11.m2  Losses:    |000111122233334445555666777888999                 | 67%
s11.m2  Breakdown: 0:71 1:70 2:73 3:70 4:70 5:66 6:61 7:65 8:66 9:65    Total:677/1000
s11.m3  Losses:    |00011122233334445556667778888999                  | 64%
s11.m3  Breakdown: 0:71 1:60 2:68 3:64 4:57 5:64 6:68 7:60 8:69 9:68    Total:649/1000
s11.m4  Losses:    |00011122223333444555566677778889999               | 70%
s11.m4  Breakdown: 0:69 1:69 2:71 3:73 4:72 5:68 6:70 7:69 8:71 9:74    Total:706/1000
s11.m5  Losses:    |00011112223333444555566677778889999               | 71%
s11.m5  Breakdown: 0:66 1:82 2:68 3:70 4:69 5:67 6:72 7:68 8:72 9:81    Total:715/1000
s42.m5  Losses:    |00011112222333344455556667778888999               | 71%
s42.m5  Breakdown: 0:78 1:76 2:73 3:76 4:73 5:66 6:70 7:64 8:66 9:68    Total:710/1000
s49.m1  Losses:    |00001111222233334444555566677778889999            | 77%
s49.m1  Breakdown: 0:97 1:81 2:75 3:72 4:78 5:79 6:70 7:75 8:71 9:77    Total:775/1000
s49.m2  Losses:    |000001111222333344445555666777888999              | 73%
s49.m2  Breakdown: 0:100 1:88 2:68 3:77 4:75 5:72 6:69 7:61 8:63 9:60   Total:733/1000
s49.m3  Losses:    |000011112223333444455566677778888999              | 73%
s49.m3  Breakdown: 0:89 1:79 2:70 3:75 4:70 5:73 6:62 7:71 8:72 9:73    Total:734/1000
s49.m4  Losses:    |0000111122223333444455566677778888999             | 74%
s49.m4  Breakdown: 0:91 1:77 2:82 3:79 4:74 5:59 6:69 7:76 8:73 9:69    Total:749/1000
s49.m5  Losses:    |00000111112222333344445556667778888999            | 76%
s49.m5  Breakdown: 0:100 1:100 2:91 3:75 4:75 5:68 6:69 7:61 8:68 9:60  Total:767/1000
s51.m1  Losses:    |000111122223334445556667778888999                 | 67%
s51.m1  Breakdown: 0:74 1:80 2:67 3:68 4:65 5:63 6:61 7:58 8:76 9:62    Total:674/1000
s51.m2  Losses:    |000011122233334445556667778888999                 | 66%
s51.m2  Breakdown: 0:81 1:65 2:71 3:70 4:64 5:62 6:60 7:66 8:70 9:55    Total:664/1000
s51.m3  Losses:    |000011122233344455566677788889999                 | 66%
s51.m3  Breakdown: 0:82 1:67 2:66 3:59 4:60 5:57 6:57 7:64 8:75 9:75    Total:662/1000
s51.m4  Losses:    |000111122223334445556667778888999                 | 67%
s51.m4  Breakdown: 0:76 1:66 2:78 3:60 4:66 5:61 6:61 7:69 8:73 9:61    Total:671/1000
s51.m5  Losses:    |00011112223334445556667777888999                  | 64%
s51.m5  Breakdown: 0:68 1:73 2:64 3:60 4:70 5:54 6:69 7:66 8:56 9:60    Total:640/1000"""
LINES = REPORTED.splitlines()
MATCHES = list(zip(LINES[::2], LINES[1::2], strict=True))


def counts_of(line):
    return [int(word.split(":")[1]) for word in line.split() if word[0].isdigit() and ":" in word]


@pytest.mark.parametrize("pair", MATCHES, ids=lambda pair: pair[0][:6])
def test_every_printed_bar(pair):
    counts = counts_of(pair[1])
    assert len(counts) == 10
    session, match = pair[0].split()[0][1:].split(".m")
    assert match_text(int(session), int(match), counts, 1000) == "\n".join(pair)


def test_a_session_by_hand():
    """Session 11's printed rate is 68 %, of 3,431 games."""
    totals = [sum(counts_of(line)) for line in LINES[1:10:2]]
    assert sum(totals) == 3431 and percent(sum(totals), 5000) == "68%"
    assert [percent(lost, 1000) for lost in (649, 29, 1000)] == ["64%", "2%", "100%"]


def test_the_rounding_is_of_the_sum_so_far():
    """74 and 74 are three digits and four: 148 is 7 times 20, and 74 only 3 times."""
    assert bar([74, 74], 1000) == "0001111" and bar([19] * 10, 1000) == "123456789"
    assert bar([0] * 10, 1000) == ""
    assert bar([100] * 10, 1000) == "".join(str(digit) * 5 for digit in range(10))


@pytest.mark.parametrize("games", [1, 7, 10, 50, 57, 450, 1000])
def test_periods_are_even_and_lose_nothing(games):
    lost = np.random.default_rng(1).random(games) < 0.6
    counts = period_losses(lost)
    sizes = period_losses(np.ones(games, dtype=bool))
    assert len(counts) == 10 and counts.sum() == lost.sum() and sizes.sum() == games
    assert sizes.max() - sizes.min() <= 1 and (counts <= sizes).all()
    assert len(bar(counts, games)) == int(lost.sum()) * 50 // games
    only = np.zeros(games, dtype=bool)
    only[-1] = True
    assert period_losses(only).tolist() == [0] * 9 + [1]


def test_what_is_said_of_periods():
    for games, each in ((1000, "100"), (57, "5 or 6")):
        words = f"Splitting matches ({games} games each) into 10 periods of {each} games each"
        assert periods_text(games) == words


def test_the_figure():
    figure = draw([counts_of(line) for line in LINES[1:10:2]], 1000)
    (axes,) = figure.axes
    widths = [patch.get_width() for patch in axes.patches]
    assert len(widths) == 50 and sum(widths) == pytest.approx(343.1)
    assert [text.get_text() for text in axes.texts][-5:] == ["68%", "67%", "64%", "70%", "71%"]
