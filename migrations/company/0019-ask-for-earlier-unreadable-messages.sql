-- Messages of the last two weeks that could not be read and were not asked for any more are asked for again. What could not
-- be read is noted in a sentence, what is not supported by its type alone.
INSERT OR IGNORE INTO missing_message (connection_id, provider_id, retry_at, created_at, request)
SELECT connection_id, provider_id, 0, created_at, json_object('key', json_extract(provider_data, '$.key'))
FROM message
WHERE body = '' AND media_type IS NULL AND is_deleted = 0 AND provider_id IS NOT NULL
  AND data ->> '$.placeholder' LIKE '% %' AND data ->> '$.placeholder' NOT LIKE '% without key'
  AND json_extract(provider_data, '$.key.id') IS NOT NULL
  AND created_at > (unixepoch() - 14 * 86400) * 1000
  AND connection_id IN (SELECT id FROM connection WHERE channel = 'whatsapp');

UPDATE message SET data = json_set(data, '$.awaited', json('true'))
WHERE data ->> '$.placeholder' IS NOT NULL
  AND EXISTS (
    SELECT 1 FROM missing_message AS missing
    WHERE missing.connection_id = message.connection_id AND missing.provider_id = message.provider_id
  );
