import matplotlib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from figures import digest_in
from fogel import drawing
from fogel.encoding import encode

SOME = {"generation": [1, 2], "payoff": [np.float64(-34.25), 8.0]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(drawing.FIGURES_VARIABLE, str(tmp_path))
    return tmp_path


def test_a_table_has_six_digits_and_no_minus_zero():
    data = {"a": [1, np.int64(2), True], "b": [-1 / 3, -1e-30 * 0, np.nan], "c": ["x y", None, -12345.678]}
    assert drawing.table(data) == "a,b,c\n1,-0.333333,x y\n2,0,\n1,,-12345.7\n"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_in_a_table_are_those_that_were_given(value):
    text = drawing.table({"x": [value]}).split()[1]
    assert np.isclose(float(text), value, rtol=1e-5, atol=0)


def test_a_table_needs_columns_of_one_length():
    with pytest.raises(ValueError):
        drawing.table({"a": [1, 2], "b": [1]})


def test_the_digest_changes_with_any_number():
    changed = {**SOME, "payoff": [-34.2501, 8.0]}
    assert drawing.digest(drawing.table(SOME)) != drawing.digest(drawing.table(changed))
    last_place = {**SOME, "payoff": [np.nextafter(-34.25, 0), 8.0]}
    assert drawing.digest(drawing.table(SOME)) == drawing.digest(drawing.table(last_place))


def test_a_chart_is_written_with_its_numbers(folder):
    with drawing.chart("09_some_line", "A line.", SOME) as axes:
        axes.plot(SOME["generation"], SOME["payoff"])
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["09_some_line.csv", "09_some_line.png", "09_some_line.svg"]
    digest = drawing.digest((folder / "09_some_line.csv").read_text())
    assert digest_in(folder / "09_some_line.png") == digest_in(folder / "09_some_line.svg") == digest


def test_the_same_figure_is_the_same_file(folder):
    files = []
    for _ in range(2):
        drawing.boards("09_some_board", "A board.", ["X.. .O. ..."])
        files.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert files[0] == files[1]


def test_nothing_is_written_unless_a_folder_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    drawing.boards("09_some_board", "A board.", ["X.. .O. ..."])
    assert not list(tmp_path.iterdir())


def test_the_style_stays_in_the_book():
    before = dict(matplotlib.rcParams)
    with drawing.chart("09_some_line", "A line.", SOME) as axes:
        axes.plot([1, 2])
    assert dict(matplotlib.rcParams) == before


def test_heat_paints_the_squares_it_belongs_to():
    heat = [np.nan, 1.0, -1.0, 0.0, 0.5, -0.5, np.nan, np.nan, np.nan]
    axes = drawing.board_grid([encode("... ... ...")], heat=[heat]).axes[0]
    painted = {}
    for patch in axes.patches:
        x, y = patch.get_xy()
        painted[int(3 * (2 - y) + x)] = patch.get_facecolor()[:3]
    assert sorted(painted) == [1, 2, 3, 4, 5]
    assert np.allclose(painted[1], to_rgb(drawing.BLUE)) and np.allclose(painted[2], to_rgb(drawing.ORANGE))
    assert np.allclose(painted[3], 1, atol=0.01)
    assert painted[4][2] > painted[4][0] and painted[5][0] > painted[5][2]


def crossings(figure):
    """The straight strokes of a board that are neither its grid nor a cross."""
    return [line for line in figure.axes[0].lines if line.get_color() == drawing.INK]


@pytest.mark.parametrize(
    "board, ends",
    [
        ("XXX OO. ...", [(0, 2.5), (3, 2.5)]),
        ("XO. XO. X..", [(0.5, 3), (0.5, 0)]),
        ("X.O .XO ..X", [(0, 3), (3, 0)]),
        ("O.X .X. X.O", [(3, 3), (0, 0)]),
    ],
)
def test_a_won_line_is_struck_through(board, ends):
    (stroke,) = crossings(drawing.board_grid([encode(board)]))
    assert np.abs(np.column_stack(stroke.get_data()) - ends).max() < 0.3
    assert not crossings(drawing.board_grid([encode(board)], strike=False))


def test_a_board_has_its_marks():
    axes = drawing.board_grid([encode("XO. .XO ...")]).axes[0]
    assert [line.get_color() for line in axes.lines].count(drawing.BLUE) == 4  # two strokes a cross
    assert sorted(tuple(patch.center) for patch in axes.patches) == [(1.5, 2.5), (2.5, 1.5)]


def test_a_game_is_drawn_move_by_move(folder):
    drawing.game("09_some_game", "A game.", [0, 8, 1])
    rows = (folder / "09_some_game.csv").read_text().splitlines()
    assert rows[1:] == ["X.. ... ...,move 1,0", "X.. ... ..O,move 2,8", "XX. ... ..O,move 3,1"]


def test_a_matrix_has_the_signs_of_its_numbers():
    axes = Figure().add_subplot()
    drawing.matrix(axes, [[1.0, -1.0], [0.0, np.nan]], decimals=1)
    picture = axes.images[0].get_array()
    assert np.allclose(picture[0, 0][:3], to_rgb(drawing.BLUE)) and np.allclose(
        picture[0, 1][:3], to_rgb(drawing.ORANGE)
    )
    assert np.allclose(picture[1, 0], 1, atol=0.01) and [text.get_text() for text in axes.texts] == [
        "1.0",
        "-1.0",
        "0.0",
    ]
