-- How many connections each company has and how many of them are connected, so that the host's table opens no company file.
CREATE TABLE connection_count (
  company_id INTEGER PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
  total INTEGER NOT NULL,
  connected INTEGER NOT NULL
);
