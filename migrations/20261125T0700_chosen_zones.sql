-- Whether the user chose the time zone. A row that only says what to mail has the default, UTC, in which nobody asked to live.
ALTER TABLE notification_preferences ADD COLUMN zone_chosen boolean DEFAULT false NOT NULL;
