-- Since when a contact has a number that the provider said it changed to. Messages from before open no reply window.
ALTER TABLE contact ADD COLUMN number_since INTEGER;
