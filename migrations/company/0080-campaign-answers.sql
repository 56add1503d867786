-- Recipients who wrote after the campaign's message, and those who left the campaigns by it.
ALTER TABLE campaign ADD COLUMN answered INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaign ADD COLUMN opted_out INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaign_shipping ADD COLUMN answered_at INTEGER;
ALTER TABLE campaign_shipping ADD COLUMN opted_out_at INTEGER;
DROP TRIGGER campaign_shipping_update;

-- A message answers the last campaign that wrote to the contact on that connection.
UPDATE campaign_shipping SET answered_at = (
    SELECT min(m.created_at) FROM ticket t JOIN message m ON m.ticket_id = t.id
    WHERE t.contact_id = campaign_shipping.contact_id AND t.connection_id = w.connection_id
      AND m.created_at >= w.written_at AND m.id > w.written AND m.from_me = 0
      AND m.id < coalesce((
        SELECT min(coalesce(n.confirmation_message_id, n.message_id)) FROM campaign_shipping n
          JOIN campaign c ON c.id = n.campaign_id
        WHERE n.contact_id = campaign_shipping.contact_id AND c.connection_id = w.connection_id AND n.state <> 'failed'
          AND coalesce(n.confirmation_message_id, n.message_id) > w.written AND n.id <> campaign_shipping.id), 9e15))
  FROM (
    SELECT s.id, m.id AS written, m.created_at AS written_at, c.connection_id
    FROM campaign_shipping s JOIN campaign c ON c.id = s.campaign_id
      JOIN message m ON m.id = coalesce(s.confirmation_message_id, s.message_id)
    WHERE s.contact_id IS NOT NULL AND s.state <> 'failed') w
  WHERE w.id = campaign_shipping.id;

UPDATE campaign_shipping SET opted_out_at = p.at
  FROM (
    SELECT o.created_at AS at, (
      SELECT s.id FROM campaign_shipping s
        JOIN message m ON m.id = max(ifnull(s.message_id, 0), ifnull(s.confirmation_message_id, 0))
      WHERE s.contact_id = i.contact_id AND m.created_at <= o.created_at ORDER BY m.id DESC LIMIT 1) AS id
    FROM suppression o JOIN contact_identity i ON i.scope = 0 AND i.kind = 'phone' AND i.value = o.phone_key
    WHERE o.source = 'optOut') p
  WHERE p.id = campaign_shipping.id;
UPDATE campaign_shipping SET opted_out_at = confirmation_requested_at
  WHERE opted_out_at IS NULL AND state = 'excluded' AND reason = 'optOut';

UPDATE campaign SET answered = f.answered, opted_out = f.opted_out
  FROM (
    SELECT campaign_id, count(answered_at) AS answered, count(opted_out_at) AS opted_out
    FROM campaign_shipping GROUP BY campaign_id) f
  WHERE f.campaign_id = campaign.id;

CREATE TRIGGER campaign_shipping_update
  AFTER UPDATE OF state, confirmation_requested_at, confirmed_at, delivered_at, seen_at, answered_at, opted_out_at
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
      seen = seen + (new.seen_at IS NOT NULL) - (old.seen_at IS NOT NULL),
      answered = answered + (new.answered_at IS NOT NULL) - (old.answered_at IS NOT NULL),
      opted_out = opted_out + (new.opted_out_at IS NOT NULL) - (old.opted_out_at IS NOT NULL)
    WHERE id = new.campaign_id;
END;
