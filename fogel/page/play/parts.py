"""What a board in a notebook is put together from: boxes, texts and buttons, each with a class of widget.css."""

import ipywidgets as widgets


def box(name, *parts):
    """Parts below each other."""
    made = widgets.VBox(parts)
    made.add_class(f"fogel-{name}")
    return made


def html_part(name, value=""):
    """A text in HTML."""
    part = widgets.HTML(value)
    part.add_class(f"fogel-{name}")
    return part


def button(name, action, words=""):
    """A button; one without words is read aloud by its tooltip."""
    made = widgets.Button(description=words, tooltip=words)
    made.add_class(f"fogel-{name}")
    made.on_click(lambda _: action())
    return made


def show_if(wanted, *parts):
    """Shows some parts, or takes them away."""
    for part in parts:
        part.layout.display = None if wanted else "none"
