-- What the provider returned of the money, and for which reason: refund, chargeback or undone.
ALTER TABLE charge ADD COLUMN returned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE charge ADD COLUMN returned_by TEXT;
-- A payment in another currency than reais, in hundredths.
ALTER TABLE charge ADD COLUMN other_amount INTEGER NOT NULL DEFAULT 0;
ALTER TABLE charge ADD COLUMN other_currency TEXT NOT NULL DEFAULT '';
-- The company's due date before and after the payment; NULL for one that renewed nothing.
ALTER TABLE charge ADD COLUMN paid_from TEXT;
ALTER TABLE charge ADD COLUMN paid_until TEXT;
-- When the super user took the paid period back.
ALTER TABLE charge ADD COLUMN taken_back_at INTEGER;
