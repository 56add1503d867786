CREATE TABLE role (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  all_ticket INTEGER NOT NULL,
  all_historic INTEGER NOT NULL,
  all_user_chat INTEGER NOT NULL,
  user_close_pending_ticket INTEGER NOT NULL,
  allow_group INTEGER NOT NULL,
  show_dashboard INTEGER NOT NULL,
  allow_real_time INTEGER NOT NULL,
  allow_connections INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- The user's switches are those of the role.
ALTER TABLE user ADD COLUMN role_id INTEGER;
CREATE INDEX user_role ON user (role_id) WHERE role_id IS NOT NULL;
