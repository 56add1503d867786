-- Videos that explain the product to the people of all companies.
CREATE TABLE help (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  -- YouTube's id of the video, 11 characters.
  video TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
