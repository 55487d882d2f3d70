"""Figures: their colors, their style, and pictures of boards."""
