"""The page that evolves networks in another game (chapter 18)."""
