"""The page of checkers."""
