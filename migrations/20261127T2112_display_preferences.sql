-- Language, theme and displays of task lists, which users have in every browser.

ALTER TABLE notification_preferences
  -- Language of the console and of emails; null for that of the browser.
  ADD COLUMN locale text,
  -- Null for that of the operating system.
  ADD COLUMN theme text,
  -- [[place, settings], ...], in the order of their last change.
  ADD COLUMN display jsonb NOT NULL DEFAULT '[]';
