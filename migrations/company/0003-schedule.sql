-- Messages that are written now and sent later, once or again and again.
CREATE TABLE schedule (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  -- NULL is the company's default at the time of sending.
  connection_id INTEGER REFERENCES connection (id) ON DELETE SET NULL,
  -- Who made it, and signs it.
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  body TEXT NOT NULL,
  -- Lower case without accents, for search.
  search_text TEXT NOT NULL DEFAULT '',
  media_id INTEGER,
  status TEXT NOT NULL DEFAULT 'PENDENTE' CHECK (status IN ('PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO')),
  -- Why it, or its last sending, failed.
  error TEXT NOT NULL DEFAULT '',
  -- When it is sent next, or was due last.
  send_at INTEGER NOT NULL,
  -- When the provider took it last.
  sent_at INTEGER,
  -- Its last message.
  message_id INTEGER,
  -- From where the recurrence counts, and how many steps it has gone since.
  starts_at INTEGER NOT NULL,
  step INTEGER NOT NULL DEFAULT 0,
  -- How often it was sent of how often it is to be.
  sent_times INTEGER NOT NULL DEFAULT 0,
  enviar_quantas_vezes INTEGER NOT NULL DEFAULT 1,
  -- 1 day, 2 week, 3 month, 4 minute; times the value, of which 0 is once.
  intervalo INTEGER NOT NULL DEFAULT 1,
  valor_intervalo INTEGER NOT NULL DEFAULT 0,
  -- 4 as it falls, 5 the business day before, 6 the one after.
  tipo_dias INTEGER NOT NULL DEFAULT 4,
  assinar INTEGER NOT NULL DEFAULT 0,
  open_ticket INTEGER NOT NULL DEFAULT 0,
  status_ticket TEXT NOT NULL DEFAULT 'closed' CHECK (status_ticket IN ('pending', 'open', 'closed')),
  queue_id INTEGER REFERENCES queue (id) ON DELETE SET NULL,
  ticket_user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Its place in the list: what is still to come by its time, then what is done, the latest first.
  place INTEGER GENERATED ALWAYS AS (
    iif(status IN ('PENDENTE', 'AGENDADA'), send_at, 9000000000000 - send_at)
  ) VIRTUAL
);
CREATE INDEX schedule_list ON schedule (place, id);
CREATE INDEX schedule_contact ON schedule (contact_id);
CREATE INDEX schedule_message ON schedule (message_id) WHERE message_id IS NOT NULL;
