-- Under this key a name is taken: without case, accents and invisible characters (src/kernel/name-text.contract.ts). Names
-- that were one already keep a key of their own until they are changed.
ALTER TABLE queue ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE tag ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE connection ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
-- fill queue.name_key with the key of name
-- fill tag.name_key with the key of name within kanban
-- fill connection.name_key with the key of name
