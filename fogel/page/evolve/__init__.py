"""The page on which a reader evolves (chapter 06): `page` puts it together."""
