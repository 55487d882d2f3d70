"""The board of the experiment (chapter 07): `page` shows it in a browser, `widget` in a notebook."""
