-- How many answers of a seat were no legal moves, those included after which it was asked again.

ALTER TABLE seat ADD COLUMN illegal INTEGER NOT NULL DEFAULT 0;
