import hashlib
import re
from itertools import pairwise

import matplotlib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from figures import digest_in
from fogel.encoding import encode, positions
from fogel.plots import drawing, style
from fogel.plots.palette import PALE_BLUE

SOME = {"generation": [1, 2], "payoff": [np.float64(-34.25), 8.0]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(drawing.FIGURES_VARIABLE, str(tmp_path))
    return tmp_path


def test_a_table_has_six_digits_and_no_minus_zero():
    data = {
        "a": [1, np.int64(2), True],
        "b": [-1 / 3, -1e-30 * 0, np.nan],
        "c": ["x y", None, -12345.678],
    }
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
    assert names == ["09_some_line.csv", "09_some_line.png", "09_some_line.svg", drawing.DIGESTS]
    assert sorted(drawing.read_digests(folder)) == names[:3]
    digest = drawing.digest((folder / "09_some_line.csv").read_text())
    assert (
        digest_in(folder / "09_some_line.png") == digest_in(folder / "09_some_line.svg") == digest
    )


def test_the_same_figure_is_the_same_file(folder):
    files = []
    for _ in range(2):
        drawing.boards("09_some_board", "A board.", ["X.. .O. ..."])
        files.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert files[0] == files[1]


def test_digests_are_those_of_the_files_that_are_there(folder):
    for name in ("09_a_board", "09_another_board"):
        drawing.boards(name, "A board.", ["X.. .O. ..."])
    before = drawing.read_digests(folder)
    (folder / "09_a_board.png").unlink()
    (folder / "09_a_board.svg").write_text("painted over")
    drawing.boards("09_another_board", "A board.", ["XX. .O. ..."])
    after = drawing.read_digests(folder)
    assert before.keys() - after.keys() == {"09_a_board.png"}
    changed = {name for name in after if after[name] != before[name]}
    # Not what nobody drew.
    assert changed == {f"09_another_board.{kind}" for kind in ("csv", "png", "svg")}
    data = (folder / "09_another_board.svg").read_bytes()
    assert after["09_another_board.svg"] == hashlib.sha256(data).hexdigest()


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
    assert np.allclose(painted[1], to_rgb(drawing.BLUE))
    assert np.allclose(painted[2], to_rgb(drawing.ORANGE))
    assert np.allclose(painted[3], 1, atol=0.01)
    assert painted[4][2] > painted[4][0] and painted[5][0] > painted[5][2]


def test_chances_have_the_colour_of_whoever_moves_on_one_scale():
    heat = [1.0, 0.5, 0.25] + [0.0] * 6
    for whose, less, most in (
        (1, PALE_BLUE, drawing.BLUE),
        (-1, drawing.PALE_ORANGE, drawing.ORANGE),
    ):
        for heat_of_this, scale in ((heat, 1.0), ([value / 2 for value in heat], 0.5)):
            empty, options = encode("... ... ..."), {"whose": whose, "most": scale}
            axes = drawing.board_grid([empty], heat=[heat_of_this], **options).axes[0]
            colours = [patch.get_facecolor()[:3] for patch in axes.patches]
            assert np.allclose(colours[0], to_rgb(most))
            assert np.allclose(colours[1], to_rgb(less), atol=0.01)
            assert np.allclose(colours[3:], 1)


def crossings(figure):
    """The straight strokes of a board that are neither its grid nor a cross."""
    return [line for line in figure.axes[0].lines if line.get_color() == drawing.INK]


@pytest.mark.parametrize(
    "board, ends",
    [
        ("XXX OO. ...", [(0, 2.5), (3, 2.5)]),
        ("XO. XO. X..", [(0.5, 3), (0.5, 0)]),
        ("XX. OOO X..", [(0, 1.5), (3, 1.5)]),
        ("XXO X.O ..O", [(2.5, 3), (2.5, 0)]),
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


def square_at(x, y):
    """The square whose middle is near (x, y)."""
    assert abs(x % 1 - 0.5) < 0.1 and abs(y % 1 - 0.5) < 0.1
    return 3 * (2 - int(y)) + int(x)


@pytest.mark.parametrize("heat", [None, [0.5] * 9])
def test_all_that_is_drawn_stands_in_its_square(heat):
    """On all kinds of boards: blue crosses, orange circles, dark on color; ring and texts."""
    rng = np.random.default_rng(1)
    for board in positions()[rng.choice(len(positions()), 40, replace=False)]:
        ring = int(rng.integers(9))
        texts = [f"t{square}" if mark == 0 else "" for square, mark in enumerate(board)]
        axes = drawing.board_grid(
            [board], heat=heat and [heat], texts=[texts], rings=[ring], strike=False
        ).axes[0]
        strokes, colours = [], [drawing.BLUE, drawing.ORANGE] if heat is None else [drawing.INK] * 2
        for line in axes.lines[:-4]:  # the last four are the grid
            assert line.get_color() == colours[0]
            assert np.ptp(line.get_ydata()) == pytest.approx(0.52)
            strokes.append(square_at(np.mean(line.get_xdata()), np.mean(line.get_ydata())))
        assert sorted(strokes) == sorted([*np.flatnonzero(board == 1)] * 2)
        circles = [patch for patch in axes.patches if isinstance(patch, Circle)]
        assert all(to_hex(patch.get_edgecolor()) == colours[1].lower() for patch in circles)
        assert [square_at(*patch.center) for patch in circles] == np.flatnonzero(
            board == -1
        ).tolist()
        (frame,) = (
            patch for patch in axes.patches if isinstance(patch, Rectangle) and not patch.get_fill()
        )
        assert square_at(*frame.get_center()) == ring
        assert {square_at(*text.get_position()): text.get_text() for text in axes.texts} == {
            square: text for square, text in enumerate(texts) if text
        }


def test_all_boards_of_a_figure_share_a_scale():
    """The strongest value of all has the full color, and a word on it is white."""
    heat, texts = [[0.0, -4.0, 2.0] + [np.nan] * 6, [1.0] * 9], [["", "a", "b"] + [""] * 6, None]
    figure = drawing.board_grid([[0] * 9] * 2, heat=heat, texts=texts, titles=["one", "two"])
    assert [axes.get_title() for axes in figure.axes] == ["one", "two"]
    _, full, half = (patch.get_facecolor()[:3] for patch in figure.axes[0].patches)
    assert np.allclose(full, to_rgb(drawing.ORANGE))
    assert np.allclose(half, to_rgb("#6fb1de"), atol=0.01)
    assert [text.get_color() for text in figure.axes[0].texts] == ["#ffffff", drawing.INK]
    amounts = drawing.board_grid([[0] * 9], heat=[[0.0, 1.0, 2.0] + [np.nan] * 6]).axes[0].patches
    assert [to_hex(patch.get_facecolor()) for patch in amounts] == [
        "#ffffff",
        "#6fb1de",
        drawing.BLUE.lower(),
    ]


@pytest.mark.parametrize(
    ("count", "columns", "shape"),
    [(1, None, (1, 1)), (6, None, (1, 6)), (7, None, (2, 6)), (7, 3, (3, 3))],
)
def test_boards_stand_in_rows(count, columns, shape):
    axes = drawing.board_grid([[0] * 9] * count, columns=columns).axes
    grid = axes[0].get_subplotspec().get_gridspec()
    assert (grid.nrows, grid.ncols) == shape
    assert [len(one.lines) for one in axes] == [4] * count + [0] * (len(axes) - count)


@pytest.mark.parametrize("ceiling", [None, 29.6])
def test_the_curve_has_its_interval_and_the_line_at_the_top(ceiling):
    payoffs = np.array([[-30.0, 4.0, 9.0], [-10.0, 6.0, 12.0]])
    mean, half = payoffs.mean(axis=0), np.array([3.0, 2.0, 1.0])
    axes = style.draw_curve(payoffs, mean, half, 32, 32, ceiling).axes[0]
    area = axes.collections[0].get_paths()[0].vertices
    for generation, low, high in zip((1, 2, 3), mean - half, mean + half, strict=True):
        assert {low, high} == set(area[area[:, 0] == generation, 1])
    top = 32 if ceiling is None else ceiling
    assert axes.lines[-1].get_ydata() == [top, top] and axes.texts[0].xy[1] == top
    assert axes.texts[0].get_text() == (
        "the best result in every game" if ceiling is None else style.CEILING
    )
    low, high = axes.get_ylim()
    assert low < -30 and high > 32 and axes.get_xlim() == (1, 3)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "one trial",
        "95 % interval of the mean",
        "mean of 2 trials",
    ]


def test_a_single_trial_is_its_own_curve():
    axes = style.draw_curve(np.array([[5.0]]), np.array([5.0]), None, 8, 8).axes[0]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["one trial"]
    assert not axes.collections
    assert axes.get_ylabel() == "highest total payoff of 8 games"
    assert axes.lines[0].get_marker() == "o"


def test_a_table_has_all_that_a_board_shows(folder):
    heat, texts = [[0.5] * 8 + [np.nan]], [["a", *[None] * 8]]
    drawing.boards(
        "09_some_board",
        "A board.",
        ["X.. .O. ..."],
        titles=["one\ntwo"],
        heat=heat,
        texts=texts,
        rings=[(1, 2)],
    )
    head, row = (folder / "09_some_board.csv").read_text().splitlines()
    assert head == "board,title,heat,texts,rings"
    assert row == "X.. .O. ...,one two,0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 -,a - - - - - - - -,1 2"


def test_a_picture_says_what_it_was_drawn_from(folder):
    with drawing.chart("09_some_line", "A line.", SOME):
        pass
    text = (folder / "09_some_line.svg").read_text()
    assert "09_some_line: 2 rows of generation, payoff; digest " in text


def test_a_game_goes_on_from_a_board(folder):
    drawing.game("09_some_game", "A game.", [8], start=encode("XO. ... ..."))
    assert (folder / "09_some_game.csv").read_text().splitlines()[1] == "XO. ... ..X,move 1,8"


def test_a_game_is_drawn_move_by_move(folder):
    drawing.game("09_some_game", "A game.", [0, 8, 1])
    rows = (folder / "09_some_game.csv").read_text().splitlines()
    assert rows[1:] == ["X.. ... ...,move 1,0", "X.. ... ..O,move 2,8", "XX. ... ..O,move 3,1"]


def test_a_matrix_has_the_signs_of_its_numbers():
    axes = Figure().add_subplot()
    drawing.matrix(axes, [[1.0, -1.0], [0.0, np.nan]], decimals=1)
    picture = axes.images[0].get_array()
    assert np.allclose(picture[0, 0][:3], to_rgb(drawing.BLUE))
    assert np.allclose(picture[0, 1][:3], to_rgb(drawing.ORANGE))
    assert [text.get_position() for text in axes.texts] == [(0, 0), (1, 0), (0, 1)]  # column, row
    assert np.allclose(picture[1, 0], 1, atol=0.01)
    assert [text.get_text() for text in axes.texts] == ["1.0", "-1.0", "0.0"]


@settings(max_examples=20)  # each is a figure
@given(
    st.lists(st.integers(0, 20).map(lambda n: n / 20), min_size=1, max_size=5), st.integers(1, 2)
)
def test_labels_of_lines_stand_beside_their_ends_and_not_on_each_other(ends, rows):
    with matplotlib.rc_context(drawing.style()):
        axes = Figure(figsize=(6, 4)).subplots()
        for number, end in enumerate(ends):
            axes.plot(
                [0, 1, 2],
                [0.5, end, np.nan],
                label="\n".join([str(number)] * rows),
                color=drawing.CYCLE[number % 3],
            )
        axes.plot([0, 2], [0, 0])  # has no label
        axes.set(ylim=(0, 1))
        drawing.label_lines(axes)
        axes.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in axes.texts]
    assert [text.get_color() for text in axes.texts] == [
        drawing.CYCLE[int(text.get_text()[0]) % 3] for text in axes.texts
    ]
    of_texts = [ends[int(text.get_text()[0])] for text in axes.texts]
    assert of_texts == sorted(ends)
    assert boxes[0].y0 >= axes.bbox.y0 - 1 and boxes[-1].y1 <= axes.bbox.y1 + 1
    assert all(low.y1 <= high.y0 for low, high in pairwise(boxes))
    right = axes.transData.transform([(1, 0)])[0, 0]
    assert all(0 < box.x0 - right < 20 for box in boxes)


def test_a_label_alone_stands_at_the_height_of_its_end():
    with matplotlib.rc_context(drawing.style()):
        axes = Figure().subplots()
        axes.plot([0, 1], [0.2, 0.7], label="it")
        axes.plot([0, 1], [0.2, 0.1], label="far from it")
        axes.set(ylim=(0, 1))
        drawing.label_lines(axes)
        axes.figure.draw_without_rendering()
    for text, end in zip(axes.texts, (0.1, 0.7), strict=True):
        box = text.get_window_extent()
        assert (box.y0 + box.y1) / 2 == pytest.approx(
            axes.transData.transform([(1, end)])[0, 1], abs=3
        )


def test_each_picture_is_drawn_once_and_leaves_the_figure_as_it_was(monkeypatch):
    figure, drawn = style.draw_curve(np.zeros((2, 3)), np.zeros(3), np.ones(3), 32, 1), []
    usual, engine = Figure.draw, figure.get_layout_engine()
    monkeypatch.setattr(
        Figure, "draw", lambda figure, renderer: drawn.append(figure) or usual(figure, renderer)
    )
    first = [drawing.picture(figure, kind) for kind in (".png", ".svg")]
    assert len(drawn) == 2 and figure.get_layout_engine() is engine is not None
    figure.axes[0].set_title("a line more")
    assert drawing.picture(figure, ".png") != first[0]
    assert figure.axes[0].get_tightbbox().y1 <= figure.bbox.height, "what is added has its room"


def test_a_figure_that_would_be_cut_is_refused(folder):
    refused = pytest.raises(ValueError, match=r"figure 09_some_line is cut at the right: .* inches")
    with refused, drawing.chart("09_some_line", "A line.", SOME) as axes:
        axes.figure.set_layout_engine("none")  # which would make room
        axes.text(
            0.9, 0.5, "much too long for the place that is left here", transform=axes.transAxes
        )
    assert not list(folder.iterdir())


def test_the_signs_of_a_figure_are_those_of_a_page(folder):
    with drawing.chart("09_some_line", "A line.", SOME) as axes:
        axes.set_title("the network's 89%")
        axes.text(0.5, 0.5, "-0.25")
        axes.set_xlabel("$10^{-1}$")
        axes.set_yticks([0, 1], ["Fogel's", "-1"])
        axes.set_xticks([0, 1], [0, 10])  # numbers serve as labels too
    written = re.findall(
        "<!-- (.*?) -->", (folder / "09_some_line.svg").read_text(encoding="utf-8")
    )
    assert {"the network’s 89 %", "−0.25", "Fogel’s", "−1"} <= {*written}
    assert not [words for words in written if "'" in words or words.startswith("-")]
