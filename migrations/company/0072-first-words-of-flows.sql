-- The contact's message that started a flow, while the flow has asked nothing.
ALTER TABLE flow_run ADD COLUMN first_message_id INTEGER;
