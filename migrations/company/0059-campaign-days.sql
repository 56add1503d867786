-- Conversations begun on earlier days, so that a date that a clock shows again has no second limit.
ALTER TABLE campaign_pace ADD COLUMN other_days TEXT NOT NULL DEFAULT '{}';
