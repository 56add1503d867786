-- Where the run of a flow on a ticket is. Times are ms since 1970.
CREATE TABLE flow_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL UNIQUE REFERENCES ticket (id) ON DELETE CASCADE,
  flow_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  node_id TEXT NOT NULL,
  element INTEGER NOT NULL,
  -- answer, interval or turn.
  waiting TEXT NOT NULL,
  -- What the contact answered, JSON.
  variables TEXT NOT NULL,
  resume_at INTEGER,
  steps INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  trigger TEXT NOT NULL,
  started_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
  started_at INTEGER NOT NULL
);
CREATE INDEX flow_run_flow ON flow_run (flow_id, version);
-- Phrases that start a flow, one a line.
CREATE TABLE flow_campaign (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  flow_id INTEGER NOT NULL,
  connection_id INTEGER,
  phrase TEXT NOT NULL,
  status INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX flow_campaign_flow ON flow_campaign (flow_id);
