-- Lanes stand on the board in an order that people choose; until then in that of their creation.
ALTER TABLE tag ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
UPDATE tag SET position = id WHERE kanban = 1;
