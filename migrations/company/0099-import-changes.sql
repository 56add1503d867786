-- When their row had last changed as it was taken, and what ours was then: what people changed here since is not changed by a later run.
ALTER TABLE import_map ADD COLUMN changed_at INTEGER;
ALTER TABLE import_map ADD COLUMN state INTEGER;
UPDATE import_map SET (changed_at, state) = (SELECT updated_at, updated_at FROM ticket WHERE ticket.id = import_map.new)
WHERE table_name = 'Tickets';
