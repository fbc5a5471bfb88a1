-- Tournaments that guests come to are of a class or of a server, and the games of a player are found by its number.

ALTER TABLE class RENAME TO hosted;

CREATE INDEX hosted_key ON hosted (key, tournament);

CREATE INDEX seat_player ON seat (player, game);
