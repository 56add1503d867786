-- Mails that must not be sent twice, such as that of one invoice, by their key.
CREATE TABLE mail_once (key TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
