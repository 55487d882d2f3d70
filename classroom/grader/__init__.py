"""The problem sets' own machinery: what is asked, what is right, and how a folder of submissions is
graded.

It is not part of the package `fogel`, which students install: here stand the answers.
"""
