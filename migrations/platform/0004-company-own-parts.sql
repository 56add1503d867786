-- A copy of what the companies' own files say of them and the host's table shows, so that no file is opened for it.
CREATE TABLE company_own_parts (
  company_id INTEGER PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
  -- JSON; a row that is missing is read from the file again.
  parts TEXT NOT NULL
);
