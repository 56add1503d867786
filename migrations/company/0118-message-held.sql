-- Messages that a restore holds back are counted whenever an admin looks, among all messages.
CREATE INDEX message_held ON message (id) WHERE send_error = 'ERR_HELD_AFTER_RESTORE';
