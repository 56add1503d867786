-- When the super user noted a payment that pays nothing: one too small, or one of an invoice that had been paid before.
ALTER TABLE charge ADD COLUMN reviewed_at INTEGER;
