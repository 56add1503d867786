-- Blocked contacts are few. Campaigns leave them out of the number of recipients.
CREATE INDEX contact_blocked ON contact (id) WHERE active = 0;
