-- What an answer of an AI agent was based on.
CREATE TABLE agent_answer (
  message_id INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
  agent_id INTEGER NOT NULL,
  model TEXT NOT NULL,
  question TEXT NOT NULL,
  -- JSON: the knowledge that fitted the question best.
  sources TEXT NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL
);
