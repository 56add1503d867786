-- Width and height of pictures and videos as shown; null where unknown.
ALTER TABLE media ADD COLUMN width INTEGER;
ALTER TABLE media ADD COLUMN height INTEGER;
