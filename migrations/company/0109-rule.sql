-- What is done by itself when something happens to a ticket.
CREATE TABLE rule (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  active INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL DEFAULT 0,
  -- JSON, as conditions and steps.
  trigger TEXT NOT NULL,
  match TEXT NOT NULL DEFAULT 'all',
  conditions TEXT NOT NULL,
  steps TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '',
  error_step INTEGER,
  failed_at INTEGER,
  last_run_at INTEGER,
  runs INTEGER NOT NULL DEFAULT 0,
  token_hash TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE rule_run (
  rule_id INTEGER NOT NULL REFERENCES rule (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  cause TEXT NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  PRIMARY KEY (rule_id, ticket_id, cause)
) STRICT, WITHOUT ROWID;
CREATE INDEX rule_run_at ON rule_run (at);
CREATE INDEX rule_run_ticket ON rule_run (ticket_id);

CREATE TABLE rule_wait (
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  rule_id INTEGER NOT NULL REFERENCES rule (id) ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, rule_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX rule_wait_rule ON rule_wait (rule_id);
