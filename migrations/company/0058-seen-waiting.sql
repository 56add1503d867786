-- Until when each user has seen who waits. Contacts who began to wait later count on the bell.
CREATE TABLE seen_waiting (
  user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  until INTEGER NOT NULL
) STRICT;
