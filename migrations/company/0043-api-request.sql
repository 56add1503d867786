-- Answers to requests of the send API with an Idempotency-Key.
CREATE TABLE api_request (
  connection_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (connection_id, key)
) STRICT;
CREATE INDEX api_request_at ON api_request (at);
