-- Contacts that are being erased, with what still has to be looked for. Deleted when it ends.
CREATE TABLE person_erasure (
  contact_id INTEGER PRIMARY KEY,
  -- NULL until it begins.
  known TEXT,
  user_id INTEGER,
  created_at INTEGER NOT NULL
);

-- What reports count of an erased contact's tickets. `contact_id` is always NULL; ids are those of the tickets.
CREATE TABLE erased_ticket (
  id INTEGER PRIMARY KEY,
  status TEXT NOT NULL DEFAULT 'closed',
  contact_id INTEGER,
  connection_id INTEGER REFERENCES connection (id) ON DELETE SET NULL,
  queue_id INTEGER REFERENCES queue (id) ON DELETE SET NULL,
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  channel TEXT NOT NULL,
  started_by_us INTEGER NOT NULL,
  imported INTEGER NOT NULL,
  born_closed INTEGER NOT NULL,
  rating INTEGER,
  started_at INTEGER,
  closed_at INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX erased_ticket_created ON erased_ticket (created_at, id);
CREATE INDEX erased_ticket_closed ON erased_ticket (closed_at, id);
CREATE INDEX erased_ticket_connection ON erased_ticket (connection_id) WHERE connection_id IS NOT NULL;
CREATE INDEX erased_ticket_queue ON erased_ticket (queue_id) WHERE queue_id IS NOT NULL;
CREATE INDEX erased_ticket_user ON erased_ticket (user_id) WHERE user_id IS NOT NULL;

-- Their lanes, and the tags of the contact.
CREATE TABLE erased_ticket_tag (
  ticket_id INTEGER NOT NULL REFERENCES erased_ticket (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  PRIMARY KEY (ticket_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX erased_ticket_tag_tag ON erased_ticket_tag (tag_id);

-- Keyed hashes of numbers that must not be written to by a campaign, although nothing else is known of them.
CREATE TABLE erased_number (
  hash TEXT PRIMARY KEY
) WITHOUT ROWID;
-- Their key, sealed by the host's.
CREATE TABLE erased_number_key (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  sealed TEXT NOT NULL
);
