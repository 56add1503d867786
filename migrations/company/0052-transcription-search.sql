-- What voice notes say, for the message search. The text itself is in the message's data.
CREATE VIRTUAL TABLE transcription_search USING fts5 (
  body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', detail = none
);
INSERT INTO transcription_search (rowid, body)
SELECT id, json_extract(data, '$.transcription') FROM message
WHERE media_type = 'audio' AND json_extract(data, '$.transcription') <> '';
CREATE TRIGGER transcription_search_delete AFTER DELETE ON message WHEN old.media_type = 'audio' BEGIN
  DELETE FROM transcription_search WHERE rowid = old.id;
END;
