-- When mails of single notifications went out to a person, within the last day: what their limit counts.
ALTER TABLE notification_digests ADD COLUMN recent_mails timestamptz(3)[] NOT NULL DEFAULT '{}';
