-- What the host tells the people of all companies.
CREATE TABLE announcement (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  -- 1 high, 2 medium, 3 low.
  priority INTEGER NOT NULL DEFAULT 3,
  -- 1 active, 0 inactive.
  status INTEGER NOT NULL DEFAULT 1,
  -- The file in data/announcements; NULL without an attachment.
  media_path TEXT,
  media_name TEXT,
  -- When it was last made active; what people have not seen since is new to them.
  published_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

-- Until when a person has seen what was published. Here and not in the company's file, as another host announces other
-- things.
CREATE TABLE announcement_seen (
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (company_id, user_id)
) WITHOUT ROWID;
