-- AI agents and what they know. Times are ms since 1970.
CREATE TABLE agent (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  agent_type_id INTEGER NOT NULL,
  short_bio TEXT NOT NULL,
  gender TEXT NOT NULL,
  age_range TEXT NOT NULL,
  expertise_areas TEXT NOT NULL,
  greeting_phrase TEXT NOT NULL,
  about_company TEXT NOT NULL,
  main_objective TEXT NOT NULL,
  company_website TEXT NOT NULL,
  instagram TEXT NOT NULL,
  communication_tone TEXT NOT NULL,
  ai_provider_id INTEGER NOT NULL REFERENCES ai_provider (id),
  ai_model_id INTEGER NOT NULL REFERENCES ai_model (id),
  -- Seconds in which messages are answered together.
  delay INTEGER NOT NULL,
  -- JSON: where it may transfer to, and which tags it may add.
  queue_ids TEXT NOT NULL DEFAULT '[]',
  tag_ids TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX agent_provider ON agent (ai_provider_id);
CREATE INDEX agent_model ON agent (ai_model_id);

-- A product, question, objection or complement. `title` is its name or question, `body` what is told about it.
CREATE TABLE agent_item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  agent_id INTEGER NOT NULL REFERENCES agent (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('product', 'faq', 'objection', 'complement')),
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  -- Of products: centavos, and what is agreed.
  price INTEGER,
  payment_conditions TEXT NOT NULL DEFAULT '',
  special_offers TEXT NOT NULL DEFAULT '',
  -- Length of all texts.
  characters INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX agent_item_order ON agent_item (agent_id, kind, position, id);
CREATE INDEX agent_item_characters ON agent_item (agent_id, characters);

CREATE TABLE agent_file (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL REFERENCES agent_item (id) ON DELETE CASCADE,
  media_id INTEGER NOT NULL REFERENCES media (id),
  position INTEGER NOT NULL,
  -- Of its text: none for pictures and audio.
  text_state TEXT NOT NULL CHECK (text_state IN ('none', 'waiting', 'read', 'failed'))
);
CREATE INDEX agent_file_item ON agent_file (item_id, position);
CREATE INDEX agent_file_media ON agent_file (media_id);

-- The text of a file in parts that fit into a question.
CREATE TABLE agent_file_part (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_id INTEGER NOT NULL REFERENCES agent_file (id) ON DELETE CASCADE,
  agent_id INTEGER NOT NULL REFERENCES agent (id) ON DELETE CASCADE,
  page INTEGER NOT NULL,
  text TEXT NOT NULL,
  characters INTEGER NOT NULL
);
CREATE INDEX agent_file_part_file ON agent_file_part (file_id);
CREATE INDEX agent_file_part_agent ON agent_file_part (agent_id, characters);

-- The words of items (rowid 2 × id) and of files' parts (2 × id + 1). `agent` holds the word that names the agent.
CREATE VIRTUAL TABLE agent_knowledge USING fts5 (
  agent, text, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2"
);
CREATE TRIGGER agent_item_added AFTER INSERT ON agent_item BEGIN
  INSERT INTO agent_knowledge (rowid, agent, text) VALUES (
    NEW.id * 2, 'agent' || NEW.agent_id,
    NEW.title || ' ' || NEW.body || ' ' || NEW.payment_conditions || ' ' || NEW.special_offers
  );
END;
CREATE TRIGGER agent_item_changed AFTER UPDATE OF title, body, payment_conditions, special_offers ON agent_item BEGIN
  DELETE FROM agent_knowledge WHERE rowid = OLD.id * 2;
  INSERT INTO agent_knowledge (rowid, agent, text) VALUES (
    NEW.id * 2, 'agent' || NEW.agent_id,
    NEW.title || ' ' || NEW.body || ' ' || NEW.payment_conditions || ' ' || NEW.special_offers
  );
END;
CREATE TRIGGER agent_item_removed AFTER DELETE ON agent_item BEGIN
  DELETE FROM agent_knowledge WHERE rowid = OLD.id * 2;
END;
CREATE TRIGGER agent_file_part_added AFTER INSERT ON agent_file_part BEGIN
  INSERT INTO agent_knowledge (rowid, agent, text) VALUES (NEW.id * 2 + 1, 'agent' || NEW.agent_id, NEW.text);
END;
CREATE TRIGGER agent_file_part_removed AFTER DELETE ON agent_file_part BEGIN
  DELETE FROM agent_knowledge WHERE rowid = OLD.id * 2 + 1;
END;
