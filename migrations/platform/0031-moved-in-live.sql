-- When a company that was moved in took over from the system that it comes from.
ALTER TABLE moved_in ADD COLUMN live_at INTEGER;
