-- People who asked to get no more campaigns, by their phone number.
CREATE TABLE suppression (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- With and without the Brazilian ninth digit, a number is one person.
  phone_key TEXT NOT NULL,
  number TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  -- optOut: by a word they sent. manual: added by an admin.
  source TEXT NOT NULL CHECK (source IN ('optOut', 'manual')),
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX suppression_phone ON suppression (phone_key);
CREATE INDEX suppression_name ON suppression (search_text, id);

CREATE TABLE campaign_setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- The pace of a connection, shared by all its campaigns.
CREATE TABLE campaign_pace (
  connection_id INTEGER PRIMARY KEY REFERENCES connection (id) ON DELETE CASCADE,
  -- The account whose age decides how many conversations it may begin on a day.
  number TEXT NOT NULL DEFAULT '',
  since INTEGER NOT NULL,
  -- Nothing is sent before.
  next_at INTEGER NOT NULL DEFAULT 0,
  -- Messages since the last longer interval.
  in_row INTEGER NOT NULL DEFAULT 0,
  -- The company's day (YYYY-MM-DD), and the conversations begun on it.
  day TEXT NOT NULL DEFAULT '',
  used INTEGER NOT NULL DEFAULT 0,
  -- Set by an admin; null leaves it to the account's age.
  daily_limit INTEGER
);

CREATE TABLE campaign (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  message1 TEXT NOT NULL DEFAULT '',
  message2 TEXT NOT NULL DEFAULT '',
  message3 TEXT NOT NULL DEFAULT '',
  message4 TEXT NOT NULL DEFAULT '',
  message5 TEXT NOT NULL DEFAULT '',
  confirmation_message1 TEXT NOT NULL DEFAULT '',
  confirmation_message2 TEXT NOT NULL DEFAULT '',
  confirmation_message3 TEXT NOT NULL DEFAULT '',
  confirmation_message4 TEXT NOT NULL DEFAULT '',
  confirmation_message5 TEXT NOT NULL DEFAULT '',
  confirmation INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL CHECK (status IN ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA')),
  -- Why the product itself stopped it; empty when a person did.
  stop_reason TEXT NOT NULL DEFAULT '',
  scheduled_at INTEGER,
  started_at INTEGER,
  completed_at INTEGER,
  contact_list_id INTEGER REFERENCES contact_list (id) ON DELETE SET NULL,
  tag_id INTEGER REFERENCES tag (id) ON DELETE SET NULL,
  -- The campaign whose failed recipients it is sent to.
  source_campaign_id INTEGER,
  connection_id INTEGER REFERENCES connection (id) ON DELETE SET NULL,
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  queue_id INTEGER REFERENCES queue (id) ON DELETE SET NULL,
  open_ticket INTEGER NOT NULL DEFAULT 0,
  status_ticket TEXT NOT NULL DEFAULT 'closed' CHECK (status_ticket IN ('closed', 'pending', 'open')),
  media_id INTEGER REFERENCES media (id) ON DELETE SET NULL,
  -- Its recipients are taken from the list, the tag or the other campaign in the order of their ids, up to this one.
  expanded_to INTEGER NOT NULL DEFAULT 0,
  is_expanded INTEGER NOT NULL DEFAULT 0,
  -- Why nothing is sent now, and until when.
  wait_reason TEXT NOT NULL DEFAULT '',
  wait_until INTEGER,
  announced_at INTEGER,
  -- Recipients by their state; kept by triggers.
  waiting INTEGER NOT NULL DEFAULT 0,
  asked INTEGER NOT NULL DEFAULT 0,
  confirmed INTEGER NOT NULL DEFAULT 0,
  sending INTEGER NOT NULL DEFAULT 0,
  sent INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  excluded INTEGER NOT NULL DEFAULT 0,
  expired INTEGER NOT NULL DEFAULT 0,
  -- Recipients who were left out before anything was sent to them.
  left_out INTEGER NOT NULL DEFAULT 0,
  -- By what happened to them.
  confirmations_requested INTEGER NOT NULL DEFAULT 0,
  confirmations INTEGER NOT NULL DEFAULT 0,
  delivered INTEGER NOT NULL DEFAULT 0,
  seen INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX campaign_contact_list ON campaign (contact_list_id) WHERE contact_list_id IS NOT NULL;

-- One recipient of a campaign. No reference to the campaign: those of a deleted one are erased in batches.
CREATE TABLE campaign_shipping (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign_id INTEGER NOT NULL,
  phone_key TEXT NOT NULL,
  contact_id INTEGER REFERENCES contact (id) ON DELETE SET NULL,
  name TEXT NOT NULL,
  number TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  extra TEXT NOT NULL DEFAULT '{}',
  search_text TEXT NOT NULL DEFAULT '',
  -- Whether the number is known to have an account.
  is_checked INTEGER NOT NULL DEFAULT 0,
  -- Which of the texts (1 to 5); chosen before anything is sent, so that a repetition sends the same.
  message_no INTEGER NOT NULL,
  confirmation_no INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'asked', 'confirmed', 'sending', 'sent', 'failed', 'excluded', 'expired')),
  reason TEXT NOT NULL DEFAULT '',
  message_id INTEGER,
  confirmation_message_id INTEGER,
  confirmation_requested_at INTEGER,
  confirmed_at INTEGER,
  sent_at INTEGER,
  delivered_at INTEGER,
  seen_at INTEGER,
  UNIQUE (campaign_id, phone_key)
);
CREATE INDEX campaign_shipping_state ON campaign_shipping (campaign_id, state, id);
CREATE INDEX campaign_shipping_message ON campaign_shipping (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX campaign_shipping_confirmation ON campaign_shipping (confirmation_message_id)
  WHERE confirmation_message_id IS NOT NULL;
CREATE INDEX campaign_shipping_contact ON campaign_shipping (contact_id, id) WHERE contact_id IS NOT NULL;

CREATE TRIGGER campaign_shipping_insert AFTER INSERT ON campaign_shipping BEGIN
  UPDATE campaign SET waiting = waiting + (new.state = 'waiting'), excluded = excluded + (new.state = 'excluded'),
      left_out = left_out + (new.state = 'excluded')
    WHERE id = new.campaign_id;
END;
CREATE TRIGGER campaign_shipping_update AFTER UPDATE OF state, confirmation_requested_at, confirmed_at, delivered_at, seen_at
  ON campaign_shipping BEGIN
  UPDATE campaign SET
      waiting = waiting + (new.state = 'waiting') - (old.state = 'waiting'),
      asked = asked + (new.state = 'asked') - (old.state = 'asked'),
      confirmed = confirmed + (new.state = 'confirmed') - (old.state = 'confirmed'),
      sending = sending + (new.state = 'sending') - (old.state = 'sending'),
      sent = sent + (new.state = 'sent') - (old.state = 'sent'),
      failed = failed + (new.state = 'failed') - (old.state = 'failed'),
      excluded = excluded + (new.state = 'excluded') - (old.state = 'excluded'),
      expired = expired + (new.state = 'expired') - (old.state = 'expired'),
      left_out = left_out + (new.state = 'excluded' AND new.confirmation_requested_at IS NULL)
        - (old.state = 'excluded' AND old.confirmation_requested_at IS NULL),
      confirmations_requested = confirmations_requested
        + (new.confirmation_requested_at IS NOT NULL) - (old.confirmation_requested_at IS NOT NULL),
      confirmations = confirmations + (new.confirmed_at IS NOT NULL) - (old.confirmed_at IS NOT NULL),
      delivered = delivered + (new.delivered_at IS NOT NULL) - (old.delivered_at IS NOT NULL),
      seen = seen + (new.seen_at IS NOT NULL) - (old.seen_at IS NOT NULL)
    WHERE id = new.campaign_id;
END;

CREATE INDEX contact_list_item_order ON contact_list_item (list_id, id);
