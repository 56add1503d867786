-- Browsers that get notices while no window is open. A session that ends takes its device along.
CREATE TABLE push_device (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  -- SHA-256 of the push service's address for this browser.
  endpoint_hash TEXT NOT NULL UNIQUE,
  -- Sealed: address and keys, with which anyone could write to the browser.
  subscription TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_success_at INTEGER
);
CREATE INDEX push_device_user ON push_device (user_id);

-- Without a row: every kind, at any time.
CREATE TABLE push_choice (
  user_id INTEGER PRIMARY KEY,
  off_kinds TEXT NOT NULL,
  quiet_from TEXT,
  quiet_to TEXT
);
