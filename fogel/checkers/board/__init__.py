"""The room of the page on which checkers is played, and of the rules, the judges and the search in JavaScript."""
