-- Search takes new messages in many at a time: taken in one by one, each cost as much as everything else about it.
-- Whatever is above this message's id has not been taken in yet.
CREATE TABLE message_search_place (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  message_id INTEGER NOT NULL
);
INSERT INTO message_search_place SELECT 1, ifnull(max(id), 0) FROM message;
DROP TRIGGER message_search_insert;
-- Taking out what was never put in would damage the index.
DROP TRIGGER message_search_delete;
CREATE TRIGGER message_search_delete AFTER DELETE ON message
WHEN old.body <> '' AND old.id <= (SELECT message_id FROM message_search_place) BEGIN
  INSERT INTO message_search (message_search, rowid, body) VALUES ('delete', old.id, old.body);
END;
DROP TRIGGER message_search_update;
CREATE TRIGGER message_search_update AFTER UPDATE OF body ON message
WHEN old.body <> new.body AND old.id <= (SELECT message_id FROM message_search_place) BEGIN
  INSERT INTO message_search (message_search, rowid, body) SELECT 'delete', old.id, old.body WHERE old.body <> '';
  INSERT INTO message_search (rowid, body) SELECT new.id, new.body WHERE new.body <> '';
END;

-- One tree instead of two and no counter: a row is written and removed for everything a provider says. Ids order the
-- events of one connection.
CREATE TABLE inbound_event_of_connection (
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  retry_at INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  created_at INTEGER NOT NULL,
  payload TEXT NOT NULL,
  PRIMARY KEY (connection_id, id)
) WITHOUT ROWID;
INSERT INTO inbound_event_of_connection
SELECT connection_id, id, attempts, retry_at, error, created_at, payload FROM inbound_event;
DROP TABLE inbound_event;
ALTER TABLE inbound_event_of_connection RENAME TO inbound_event;

-- A ticket moves in its lists with every message. Lists of queues are walked by status, so this one need not follow.
DROP INDEX ticket_list_queue;
CREATE INDEX ticket_queue ON ticket (queue_id);
