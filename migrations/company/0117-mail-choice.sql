-- Whether the user wants these recurring mails, if the company sends them.
ALTER TABLE user ADD COLUMN weekly_report_mail INTEGER NOT NULL DEFAULT 1;
ALTER TABLE user ADD COLUMN breach_digest_mail INTEGER NOT NULL DEFAULT 1;
