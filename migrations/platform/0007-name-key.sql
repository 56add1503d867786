-- As in the companies' files: under this key a name is taken.
ALTER TABLE plan ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE company ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
-- fill plan.name_key with the key of name
-- fill company.name_key with the key of name
