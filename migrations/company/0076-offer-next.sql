-- Whether the user is offered the next conversation after resolving one.
ALTER TABLE user ADD COLUMN offer_next INTEGER NOT NULL DEFAULT 1;
