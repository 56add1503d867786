-- The provider's id of what the connection speaks for, such as a page id; empty where events come over a session.
ALTER TABLE connection ADD COLUMN account_id TEXT NOT NULL DEFAULT '';
