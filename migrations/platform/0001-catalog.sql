-- The platform catalog: who the companies are, what they may use, and how their people sign in.
CREATE TABLE plan (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  users INTEGER NOT NULL DEFAULT 0,
  connections INTEGER NOT NULL DEFAULT 0,
  queues INTEGER NOT NULL DEFAULT 0,
  -- In centavos.
  amount INTEGER NOT NULL DEFAULT 0,
  is_public INTEGER NOT NULL DEFAULT 1,
  use_whatsapp INTEGER NOT NULL DEFAULT 1,
  use_facebook INTEGER NOT NULL DEFAULT 1,
  use_instagram INTEGER NOT NULL DEFAULT 1,
  use_campaigns INTEGER NOT NULL DEFAULT 1,
  use_schedules INTEGER NOT NULL DEFAULT 1,
  use_internal_chat INTEGER NOT NULL DEFAULT 1,
  use_external_api INTEGER NOT NULL DEFAULT 1,
  use_kanban INTEGER NOT NULL DEFAULT 1,
  use_open_ai INTEGER NOT NULL DEFAULT 1,
  use_integrations INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE company (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  email TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  document TEXT NOT NULL DEFAULT '',
  address_street TEXT NOT NULL DEFAULT '',
  address_state TEXT NOT NULL DEFAULT '',
  address_city TEXT NOT NULL DEFAULT '',
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  -- 1 active, 0 inactive.
  status INTEGER NOT NULL DEFAULT 1,
  -- YYYY-MM-DD in the company's own calendar.
  due_date TEXT NOT NULL,
  recurrence TEXT NOT NULL DEFAULT 'MENSAL',
  payment_method TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT 'pt',
  time_zone TEXT NOT NULL DEFAULT 'America/Sao_Paulo',
  last_login INTEGER,
  folder_size INTEGER NOT NULL DEFAULT 0,
  number_file_folder INTEGER NOT NULL DEFAULT 0,
  updated_at_folder INTEGER,
  -- When the company next has a job to do; NULL when it has none. A hint: the jobs are in its own file.
  next_job_at INTEGER,
  -- 0 when its file is known to hold no connection that wants to run. A hint, so that idle files stay closed at start.
  may_connect INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX company_next_job ON company (next_job_at) WHERE next_job_at IS NOT NULL;

-- Derived from the companies' files, so that a sign-in finds the one file to open. Rebuilt by a script.
CREATE TABLE user_index (
  email TEXT PRIMARY KEY COLLATE NOCASE,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  UNIQUE (company_id, user_id)
) WITHOUT ROWID;

-- One live session per user: a new sign-in takes the place of the earlier one.
CREATE TABLE session (
  id TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  -- SHA-256 of the refresh token; the one before it stays good for a moment, for two tabs that refresh at once.
  token_hash TEXT NOT NULL UNIQUE,
  previous_hash TEXT,
  rotated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  address TEXT NOT NULL DEFAULT '',
  UNIQUE (company_id, user_id)
) WITHOUT ROWID;
CREATE INDEX session_previous ON session (previous_hash) WHERE previous_hash IS NOT NULL;

-- Settings of the whole platform: branding, public switches.
CREATE TABLE platform_setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- A connection's API token leads to its company's file.
CREATE TABLE connection_token (
  token_hash TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  UNIQUE (company_id, connection_id)
) WITHOUT ROWID;

-- What was done on the platform and by whom: sign-ins, companies, plans.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  company_id INTEGER,
  user_id INTEGER,
  data TEXT
);
CREATE INDEX audit_company ON audit (company_id, at);
