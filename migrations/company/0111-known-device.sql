-- Browsers in which a user has signed in.
CREATE TABLE known_device (
  user_id INTEGER NOT NULL,
  -- SHA-256 of the id in the browser's cookie.
  device_hash TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  -- Of the last sign-in.
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  -- New ones are shown as such at the user's other devices until one of them confirms it.
  is_new INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, device_hash)
) WITHOUT ROWID;

-- Empty for sessions of earlier releases.
ALTER TABLE session ADD COLUMN device_hash TEXT NOT NULL DEFAULT '';
