-- Null is unlimited, also for plans whose companies have already grown beyond 80 GB.
ALTER TABLE plan ADD COLUMN storage_gb INTEGER;
UPDATE plan SET storage_gb = 100
WHERE id NOT IN (SELECT plan_id FROM company WHERE folder_size > 80000000000);

-- Size of the database when folder_size was measured, and rows; null until they are counted.
ALTER TABLE company ADD COLUMN database_size INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN messages INTEGER;
ALTER TABLE company ADD COLUMN tickets INTEGER;
ALTER TABLE company ADD COLUMN contacts INTEGER;
