"""The page on which checkers is played against evolved networks (chapter 19)."""
