-- Checksums of what is kept, so that damage is found: see sums.rs. NULL in rows that earlier versions wrote.

ALTER TABLE tournament ADD COLUMN sum INTEGER;      -- of the row and its players
ALTER TABLE game       ADD COLUMN sum INTEGER;      -- of the row, without the next three, and its seats
ALTER TABLE game       ADD COLUMN long_sum INTEGER; -- of moves, record and film
