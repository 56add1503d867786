-- One company's file. Times are milliseconds since 1970 unless a comment says otherwise; switches are 0 and 1.
CREATE TABLE identity (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  company_id INTEGER NOT NULL
);

-- The one log of what happened: ticket log, live updates, webhooks, audit and reports read it.
CREATE TABLE event (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  user_id INTEGER,
  ticket_id INTEGER,
  message_id INTEGER,
  contact_id INTEGER,
  data TEXT
);
CREATE INDEX event_ticket ON event (ticket_id, number) WHERE ticket_id IS NOT NULL AND message_id IS NULL;

CREATE TABLE job (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  given_up INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  dedupe_key TEXT UNIQUE
);
CREATE INDEX job_due ON job (run_at) WHERE given_up = 0;

CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- A stored file. Who may read it follows from what it belongs to.
CREATE TABLE media (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  size INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX media_owner ON media (kind, owner_id);

CREATE TABLE queue (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  color TEXT NOT NULL COLLATE NOCASE UNIQUE,
  greeting_message TEXT NOT NULL DEFAULT '',
  out_of_hours_message TEXT NOT NULL DEFAULT '',
  order_queue INTEGER NOT NULL DEFAULT 0,
  ativar_roteador INTEGER NOT NULL DEFAULT 0,
  tempo_roteador INTEGER NOT NULL DEFAULT 0,
  close_ticket INTEGER NOT NULL DEFAULT 0,
  create_ticket_send_notification INTEGER NOT NULL DEFAULT 0,
  message_notification TEXT NOT NULL DEFAULT '',
  integration_id INTEGER,
  file_list_id INTEGER,
  -- JSON list of the seven days.
  schedules TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  password_hash TEXT NOT NULL,
  profile TEXT NOT NULL DEFAULT 'user' CHECK (profile IN ('admin', 'user')),
  super INTEGER NOT NULL DEFAULT 0,
  start_work TEXT NOT NULL DEFAULT '00:00',
  end_work TEXT NOT NULL DEFAULT '23:59',
  farewell_message TEXT NOT NULL DEFAULT '',
  all_ticket INTEGER NOT NULL DEFAULT 0,
  allow_group INTEGER NOT NULL DEFAULT 0,
  all_historic INTEGER NOT NULL DEFAULT 0,
  all_user_chat INTEGER NOT NULL DEFAULT 0,
  user_close_pending_ticket INTEGER NOT NULL DEFAULT 1,
  show_dashboard INTEGER NOT NULL DEFAULT 0,
  allow_real_time INTEGER NOT NULL DEFAULT 0,
  allow_connections INTEGER NOT NULL DEFAULT 0,
  default_theme TEXT NOT NULL DEFAULT 'light',
  default_menu TEXT NOT NULL DEFAULT 'open',
  -- NULL follows the company.
  language TEXT,
  phone TEXT NOT NULL DEFAULT '',
  connection_id INTEGER REFERENCES connection (id) ON DELETE SET NULL,
  profile_media_id INTEGER,
  -- Pixels of the list column beside the conversation.
  ticket_list_width INTEGER NOT NULL DEFAULT 404,
  last_seen_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE user_queue (
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  queue_id INTEGER NOT NULL REFERENCES queue (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, queue_id)
) WITHOUT ROWID;
CREATE INDEX user_queue_queue ON user_queue (queue_id);

CREATE TABLE connection (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  channel TEXT NOT NULL DEFAULT 'whatsapp',
  provider TEXT NOT NULL DEFAULT 'beta',
  -- The paired account's phone number and LID, digits only.
  number TEXT NOT NULL DEFAULT '',
  lid TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL DEFAULT 'DISCONNECTED',
  -- What the QR dialog shows while pairing; empty otherwise.
  qrcode TEXT NOT NULL DEFAULT '',
  pairing_code TEXT NOT NULL DEFAULT '',
  retries INTEGER NOT NULL DEFAULT 0,
  last_error TEXT NOT NULL DEFAULT '',
  -- Whether the host wants it running: survives restarts of the process.
  wanted INTEGER NOT NULL DEFAULT 0,
  -- Time of the newest message seen, to tell new from history after an outage.
  last_message_at INTEGER NOT NULL DEFAULT 0,
  is_default INTEGER NOT NULL DEFAULT 0,
  token TEXT NOT NULL,
  allow_group INTEGER NOT NULL DEFAULT 0,
  group_as_ticket INTEGER NOT NULL DEFAULT 0,
  greeting_message TEXT NOT NULL DEFAULT '',
  complation_message TEXT NOT NULL DEFAULT '',
  out_of_hours_message TEXT NOT NULL DEFAULT '',
  rating_message TEXT NOT NULL DEFAULT '',
  -- Sent with the greeting.
  greeting_media_id INTEGER,
  -- Minutes.
  time_create_new_ticket INTEGER NOT NULL DEFAULT 0,
  -- The fields of the dialog's further tabs, JSON, as validated by the contract.
  options TEXT NOT NULL DEFAULT '{}',
  schedules TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
-- One for the whole company, whatever its channel.
CREATE UNIQUE INDEX connection_default ON connection (is_default) WHERE is_default = 1;

CREATE TABLE connection_queue (
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  queue_id INTEGER NOT NULL REFERENCES queue (id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, queue_id)
) WITHOUT ROWID;
CREATE INDEX connection_queue_queue ON connection_queue (queue_id);

-- Baileys' credentials and Signal keys of a paired WhatsApp account.
CREATE TABLE whatsapp_key (
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  category TEXT NOT NULL,
  id TEXT NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (connection_id, category, id)
) WITHOUT ROWID;

CREATE TABLE contact (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- Digits only; empty when the person is known by another identity alone. For a group, its id.
  number TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  channel TEXT NOT NULL DEFAULT 'whatsapp',
  is_group INTEGER NOT NULL DEFAULT 0,
  -- 0 is blocked.
  active INTEGER NOT NULL DEFAULT 1,
  disable_bot INTEGER NOT NULL DEFAULT 0,
  accept_audio_message INTEGER NOT NULL DEFAULT 1,
  lgpd_accepted_at INTEGER,
  -- The connection it came by.
  connection_id INTEGER REFERENCES connection (id) ON DELETE SET NULL,
  picture_media_id INTEGER,
  picture_checked_at INTEGER,
  -- Lower case without accents, for search and order: name, number.
  search_text TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX contact_name ON contact (search_text, id);
CREATE VIRTUAL TABLE contact_search USING fts5 (search_text, content = 'contact', content_rowid = 'id', tokenize = 'trigram');
CREATE TRIGGER contact_search_insert AFTER INSERT ON contact BEGIN
  INSERT INTO contact_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER contact_search_delete AFTER DELETE ON contact BEGIN
  INSERT INTO contact_search (contact_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER contact_search_update AFTER UPDATE OF search_text ON contact WHEN old.search_text <> new.search_text BEGIN
  INSERT INTO contact_search (contact_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
  INSERT INTO contact_search (rowid, search_text) VALUES (new.id, new.search_text);
END;

-- How a provider names a person. `scope` is 0 where the name means the same person on every connection (phone and LID of
-- WhatsApp, groups), else the connection whose page or number gave it.
CREATE TABLE contact_identity (
  scope INTEGER NOT NULL DEFAULT 0,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  PRIMARY KEY (scope, kind, value)
) WITHOUT ROWID;
CREATE INDEX contact_identity_contact ON contact_identity (contact_id);

CREATE TABLE contact_extra_info (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL
);
CREATE INDEX contact_extra_info_contact ON contact_extra_info (contact_id);

CREATE TABLE tag (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE,
  color TEXT NOT NULL,
  kanban INTEGER NOT NULL DEFAULT 0,
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  -- Hours.
  time_lane INTEGER NOT NULL DEFAULT 0,
  next_lane_id INTEGER REFERENCES tag (id) ON DELETE SET NULL,
  rollback_lane_id INTEGER REFERENCES tag (id) ON DELETE SET NULL,
  greeting_message_lane TEXT NOT NULL DEFAULT '',
  days_for_remarketing INTEGER NOT NULL DEFAULT 0,
  hour_remarketing TEXT NOT NULL DEFAULT '',
  message_remarketing TEXT NOT NULL DEFAULT '',
  connection_id_remarketing INTEGER REFERENCES connection (id) ON DELETE SET NULL,
  tag_id_after_remarketing INTEGER REFERENCES tag (id) ON DELETE SET NULL,
  -- How many contacts and tickets carry it, kept by the triggers below.
  contacts INTEGER NOT NULL DEFAULT 0,
  tickets INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (name, kanban)
);

CREATE TABLE contact_tag (
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  PRIMARY KEY (contact_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX contact_tag_tag ON contact_tag (tag_id);
CREATE TRIGGER contact_tag_insert AFTER INSERT ON contact_tag BEGIN
  UPDATE tag SET contacts = contacts + 1 WHERE id = new.tag_id;
END;
CREATE TRIGGER contact_tag_delete AFTER DELETE ON contact_tag BEGIN
  UPDATE tag SET contacts = contacts - 1 WHERE id = old.tag_id;
END;

CREATE TABLE ticket (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'open', 'closed', 'group', 'nps', 'lgpd')),
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  connection_id INTEGER REFERENCES connection (id) ON DELETE SET NULL,
  channel TEXT NOT NULL DEFAULT 'whatsapp',
  queue_id INTEGER REFERENCES queue (id) ON DELETE SET NULL,
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  is_group INTEGER NOT NULL DEFAULT 0,
  unread_messages INTEGER NOT NULL DEFAULT 0,
  last_message TEXT NOT NULL DEFAULT '',
  -- What the last message was, for the row's icon and delivery mark.
  last_message_id INTEGER,
  -- Whether the contact (0) or we (1) began it: passive and active tickets.
  started_by_us INTEGER NOT NULL DEFAULT 0,
  is_bot INTEGER NOT NULL DEFAULT 0,
  use_integration INTEGER NOT NULL DEFAULT 0,
  -- How often an automaton has spoken on it.
  amount_used_bot_queues INTEGER NOT NULL DEFAULT 0,
  imported INTEGER NOT NULL DEFAULT 0,
  amount REAL,
  rating INTEGER,
  rating_user_id INTEGER,
  -- State of the one automaton that may answer, JSON; its kinds belong to the automation domains.
  automation TEXT,
  greeting_accepted_at INTEGER,
  queued_at INTEGER,
  started_at INTEGER,
  closed_at INTEGER,
  created_at INTEGER NOT NULL,
  -- Moves a ticket in its list: the time of its last message or change of hands.
  updated_at INTEGER NOT NULL
);
-- Two first messages at once make one ticket: the database decides.
CREATE UNIQUE INDEX ticket_active ON ticket (contact_id, connection_id) WHERE status <> 'closed';
CREATE INDEX ticket_list ON ticket (status, updated_at, id);
CREATE INDEX ticket_list_user ON ticket (user_id, status, updated_at, id);
CREATE INDEX ticket_list_queue ON ticket (queue_id, status, updated_at, id);
CREATE INDEX ticket_contact ON ticket (contact_id, connection_id, id);
CREATE INDEX ticket_updated ON ticket (updated_at, id);

-- How many tickets each status, owner and queue holds (0 for none), kept by the triggers below.
CREATE TABLE ticket_count (
  status TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  tickets INTEGER NOT NULL,
  unread INTEGER NOT NULL,
  PRIMARY KEY (status, user_id, queue_id)
) WITHOUT ROWID;
CREATE TRIGGER ticket_count_insert AFTER INSERT ON ticket BEGIN
  INSERT INTO ticket_count VALUES (new.status, ifnull(new.user_id, 0), ifnull(new.queue_id, 0), 1, new.unread_messages > 0)
  ON CONFLICT DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread;
END;
CREATE TRIGGER ticket_count_delete AFTER DELETE ON ticket BEGIN
  UPDATE ticket_count SET tickets = tickets - 1, unread = unread - (old.unread_messages > 0)
  WHERE status = old.status AND user_id = ifnull(old.user_id, 0) AND queue_id = ifnull(old.queue_id, 0);
END;
CREATE TRIGGER ticket_count_update AFTER UPDATE OF status, user_id, queue_id, unread_messages ON ticket
WHEN old.status <> new.status OR old.user_id IS NOT new.user_id OR old.queue_id IS NOT new.queue_id
  OR (old.unread_messages > 0) <> (new.unread_messages > 0) BEGIN
  UPDATE ticket_count SET tickets = tickets - 1, unread = unread - (old.unread_messages > 0)
  WHERE status = old.status AND user_id = ifnull(old.user_id, 0) AND queue_id = ifnull(old.queue_id, 0);
  INSERT INTO ticket_count VALUES (new.status, ifnull(new.user_id, 0), ifnull(new.queue_id, 0), 1, new.unread_messages > 0)
  ON CONFLICT DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread;
END;

CREATE TABLE ticket_tag (
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX ticket_tag_tag ON ticket_tag (tag_id);
CREATE TRIGGER ticket_tag_insert AFTER INSERT ON ticket_tag BEGIN
  UPDATE tag SET tickets = tickets + 1 WHERE id = new.tag_id;
END;
CREATE TRIGGER ticket_tag_delete AFTER DELETE ON ticket_tag BEGIN
  UPDATE tag SET tickets = tickets - 1 WHERE id = old.tag_id;
END;

CREATE TABLE ticket_note (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  note TEXT NOT NULL,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX ticket_note_ticket ON ticket_note (ticket_id);
CREATE INDEX ticket_note_contact ON ticket_note (contact_id);

CREATE TABLE message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  -- No foreign key: removing a connection must not touch a million rows. Ids are never reused.
  connection_id INTEGER,
  -- The id the provider knows it by, chosen by us for what we send; NULL for what never leaves the house.
  provider_id TEXT,
  -- Author; NULL when it is ours.
  contact_id INTEGER REFERENCES contact (id) ON DELETE SET NULL,
  -- The person who wrote it here; NULL for contacts, automation and the paired phone.
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  from_me INTEGER NOT NULL,
  body TEXT NOT NULL DEFAULT '',
  -- NULL is plain text.
  media_type TEXT,
  media_id INTEGER,
  -- 0 waiting, 1 sent, 2 delivered, 3 and 4 read, 5 played; −1 failed.
  ack INTEGER NOT NULL DEFAULT 0,
  quoted_message_id INTEGER,
  is_private INTEGER NOT NULL DEFAULT 0,
  is_deleted INTEGER NOT NULL DEFAULT 0,
  is_forwarded INTEGER NOT NULL DEFAULT 0,
  edited_at INTEGER,
  -- Outbox state of what we send: queued, sending, uncertain, failed; NULL when there is nothing left to do.
  send_state TEXT,
  send_error TEXT,
  -- How often it was handed to the provider without an answer that settles it.
  send_attempts INTEGER NOT NULL DEFAULT 0,
  -- JSON: what the display needs beyond the body (buttons, location, contact card, call, media name and size).
  data TEXT,
  -- What the provider needs to name it again when that does not follow from the ticket, JSON.
  provider_data TEXT,
  -- Made by the client that wrote it, so that a repeated request is the same message.
  client_id TEXT,
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX message_client ON message (client_id, user_id) WHERE client_id IS NOT NULL;
CREATE UNIQUE INDEX message_provider ON message (provider_id, connection_id) WHERE provider_id IS NOT NULL;
CREATE INDEX message_ticket ON message (ticket_id, created_at);
-- Merging and deleting contacts would read every message without it.
CREATE INDEX message_contact ON message (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX message_outbox ON message (connection_id, id) WHERE send_state <> 'failed';

CREATE VIRTUAL TABLE message_search USING fts5 (
  body, content = 'message', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', detail = none
);
CREATE TRIGGER message_search_insert AFTER INSERT ON message WHEN new.body <> '' BEGIN
  INSERT INTO message_search (rowid, body) VALUES (new.id, new.body);
END;
CREATE TRIGGER message_search_delete AFTER DELETE ON message WHEN old.body <> '' BEGIN
  INSERT INTO message_search (message_search, rowid, body) VALUES ('delete', old.id, old.body);
END;
CREATE TRIGGER message_search_update AFTER UPDATE OF body ON message WHEN old.body <> new.body BEGIN
  -- Taking out what was never put in would damage the index.
  INSERT INTO message_search (message_search, rowid, body) SELECT 'delete', old.id, old.body WHERE old.body <> '';
  INSERT INTO message_search (rowid, body) SELECT new.id, new.body WHERE new.body <> '';
END;

-- How many messages each hour (since 1970) brought, kept as they are stored, so that the dashboard counts no rows.
CREATE TABLE message_count (
  hour INTEGER NOT NULL,
  from_me INTEGER NOT NULL,
  is_group INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  PRIMARY KEY (hour, from_me, is_group)
) WITHOUT ROWID;

-- One reaction a person and message; `author` is the contact's id, 0 for us.
CREATE TABLE message_reaction (
  message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  author INTEGER NOT NULL,
  emoji TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (message_id, author)
) WITHOUT ROWID;

-- What to tell the provider about messages that exist: edits, deletions, reactions, read marks, refused calls. In order,
-- at least once.
CREATE TABLE outbound_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE INDEX outbound_change_connection ON outbound_change (connection_id, id);

-- What a provider told us, filed before it is interpreted. Interpreted rows are removed in the same transaction; what
-- could not be interpreted stays here with its error.
CREATE TABLE inbound_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  payload TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  retry_at INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  created_at INTEGER NOT NULL
);
CREATE INDEX inbound_event_connection ON inbound_event (connection_id, id);

CREATE TABLE quick_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  shortcode TEXT NOT NULL,
  message TEXT NOT NULL DEFAULT '',
  geral INTEGER NOT NULL DEFAULT 0,
  visao INTEGER NOT NULL DEFAULT 0,
  user_id INTEGER REFERENCES user (id) ON DELETE CASCADE,
  media_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
