-- A snoozed ticket leaves its owner's list until this time. It ends with any change of hands.
ALTER TABLE ticket ADD COLUMN snoozed_until INTEGER;
CREATE TRIGGER ticket_snooze_end AFTER UPDATE OF status, user_id ON ticket
WHEN new.snoozed_until IS NOT NULL AND (old.status <> new.status OR old.user_id IS NOT new.user_id) BEGIN
  UPDATE ticket SET snoozed_until = NULL WHERE id = new.id;
END;

-- The counts tell snoozed tickets apart.
DROP TRIGGER ticket_count_insert;
DROP TRIGGER ticket_count_delete;
DROP TRIGGER ticket_count_update;
DROP TABLE ticket_count;
CREATE TABLE ticket_count (
  status TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  snoozed INTEGER NOT NULL,
  tickets INTEGER NOT NULL,
  unread INTEGER NOT NULL,
  PRIMARY KEY (status, user_id, queue_id, snoozed)
) WITHOUT ROWID;
INSERT INTO ticket_count
  SELECT status, ifnull(user_id, 0), ifnull(queue_id, 0), 0, count(*), sum(unread_messages > 0) FROM ticket GROUP BY 1, 2, 3;
CREATE TRIGGER ticket_count_insert AFTER INSERT ON ticket BEGIN
  INSERT INTO ticket_count VALUES (new.status, ifnull(new.user_id, 0), ifnull(new.queue_id, 0),
    new.snoozed_until IS NOT NULL, 1, new.unread_messages > 0)
  ON CONFLICT DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread;
END;
CREATE TRIGGER ticket_count_delete AFTER DELETE ON ticket BEGIN
  UPDATE ticket_count SET tickets = tickets - 1, unread = unread - (old.unread_messages > 0)
  WHERE status = old.status AND user_id = ifnull(old.user_id, 0) AND queue_id = ifnull(old.queue_id, 0)
    AND snoozed = (old.snoozed_until IS NOT NULL);
END;
CREATE TRIGGER ticket_count_update AFTER UPDATE OF status, user_id, queue_id, unread_messages, snoozed_until ON ticket
WHEN old.status <> new.status OR old.user_id IS NOT new.user_id OR old.queue_id IS NOT new.queue_id
  OR (old.unread_messages > 0) <> (new.unread_messages > 0)
  OR (old.snoozed_until IS NULL) <> (new.snoozed_until IS NULL) BEGIN
  UPDATE ticket_count SET tickets = tickets - 1, unread = unread - (old.unread_messages > 0)
  WHERE status = old.status AND user_id = ifnull(old.user_id, 0) AND queue_id = ifnull(old.queue_id, 0)
    AND snoozed = (old.snoozed_until IS NOT NULL);
  INSERT INTO ticket_count VALUES (new.status, ifnull(new.user_id, 0), ifnull(new.queue_id, 0),
    new.snoozed_until IS NOT NULL, 1, new.unread_messages > 0)
  ON CONFLICT DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread;
END;
