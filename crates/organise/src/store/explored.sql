-- What was played from each position, counted over the games of tournaments and of people that are over.

CREATE TABLE explored (
    position INTEGER NOT NULL,         -- what names it, and the rules it is played by
    move     TEXT NOT NULL,
    games    INTEGER NOT NULL,
    won_1    INTEGER NOT NULL,         -- how many of them each seat has won
    won_2    INTEGER NOT NULL,
    won_3    INTEGER NOT NULL,
    PRIMARY KEY (position, move)
) STRICT, WITHOUT ROWID;

-- The last game of a tournament that is counted.
CREATE TABLE explored_until (game INTEGER NOT NULL) STRICT;
INSERT INTO explored_until VALUES (0);

-- Games of people are over in another order than they began.
ALTER TABLE room ADD COLUMN explored INTEGER NOT NULL DEFAULT 0;
CREATE INDEX room_unexplored ON room (number) WHERE ended = 1 AND explored = 0;
