-- Tokens used per local day and the prompt or agent that used them.
CREATE TABLE ai_usage (
  day TEXT NOT NULL,
  owner_kind TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  PRIMARY KEY (day, owner_kind, owner_id)
) WITHOUT ROWID;
