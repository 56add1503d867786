-- The address of the host's webhook is sealed with the host's key at start. The log keeps that it was changed.
PRAGMA secure_delete = ON;
UPDATE audit SET data = json_remove(data, '$.url') WHERE type = 'gestorWebhook.changed';
PRAGMA secure_delete = OFF;
