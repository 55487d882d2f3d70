"""The page that evolves networks in a browser (chapter 6)."""
