-- The calendar looks for what is sent on a day.
CREATE INDEX schedule_day ON schedule (send_at, id);
