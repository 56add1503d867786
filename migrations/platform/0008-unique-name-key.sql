CREATE UNIQUE INDEX plan_name_key ON plan (name_key) WHERE name_key <> '';
CREATE UNIQUE INDEX company_name_key ON company (name_key) WHERE name_key <> '';
