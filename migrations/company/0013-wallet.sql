-- Whose client a contact is (their wallet); NULL is nobody's.
ALTER TABLE contact ADD COLUMN wallet_user_id INTEGER REFERENCES user (id) ON DELETE SET NULL;
CREATE INDEX contact_wallet ON contact (wallet_user_id) WHERE wallet_user_id IS NOT NULL;
