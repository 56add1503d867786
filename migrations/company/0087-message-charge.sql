-- What Meta charges for. A message counts once, when it is delivered; the counts stay when it is deleted.
CREATE TABLE message_charge (
  message_id INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  category TEXT NOT NULL,
  is_billable INTEGER NOT NULL,
  month TEXT NOT NULL
) STRICT;

CREATE TABLE cloud_charge (
  connection_id INTEGER NOT NULL REFERENCES connection ON DELETE CASCADE,
  month TEXT NOT NULL,
  category TEXT NOT NULL,
  is_billable INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  PRIMARY KEY (connection_id, month, category, is_billable)
) STRICT, WITHOUT ROWID;

CREATE TABLE campaign_charge (
  campaign_id INTEGER NOT NULL REFERENCES campaign ON DELETE CASCADE,
  category TEXT NOT NULL,
  is_billable INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, category, is_billable)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER message_charge_counted AFTER INSERT ON message_charge BEGIN
  INSERT INTO cloud_charge (connection_id, month, category, is_billable, messages)
    VALUES (new.connection_id, new.month, new.category, new.is_billable, 1)
    ON CONFLICT DO UPDATE SET messages = messages + 1;
  INSERT INTO campaign_charge (campaign_id, category, is_billable, messages)
    SELECT campaign_id, new.category, new.is_billable, 1 FROM campaign_shipping
    WHERE message_id = new.message_id
    UNION ALL
    SELECT campaign_id, new.category, new.is_billable, 1 FROM campaign_shipping
    WHERE confirmation_message_id = new.message_id
    ON CONFLICT DO UPDATE SET messages = messages + 1;
END;

-- The last error that Meta reported about the number itself.
ALTER TABLE cloud_account ADD COLUMN reported_error TEXT NOT NULL DEFAULT '';
ALTER TABLE cloud_account ADD COLUMN reported_at INTEGER;
