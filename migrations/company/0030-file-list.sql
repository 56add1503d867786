-- Files that are sent together, with a message before them.
CREATE TABLE file_list (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  message TEXT NOT NULL,
  -- Its author.
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  -- JSON: the files in the order in which they are sent.
  options TEXT NOT NULL DEFAULT '[]',
  -- The highest id that an option has had.
  last_option_id INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
