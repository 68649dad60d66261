-- The place from which people are told of what happens: all events from before have lineage 0 and lie at or before it.
INSERT INTO event_followers (name, lineage, tx, ord, event_id, updated_at) VALUES ('notifications', 0, '0', 0, '', now());

-- What of a notification is still to be told by mail.
CREATE TABLE notification_mails (
  org_id uuid NOT NULL,
  notification_id text COLLATE "C" NOT NULL,
  -- By a mail of its own, or in the person's next daily one.
  way text NOT NULL CHECK (way IN ('now', 'daily')),
  user_id uuid NOT NULL,
  -- The causes to be told, by their keys, the oldest first. The first of them names the mail.
  cause_ids text[] NOT NULL,
  -- When it goes out; null for what goes with the daily mail.
  due_at timestamptz(3),
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, notification_id, way),
  FOREIGN KEY (org_id, notification_id) REFERENCES notifications (org_id, notification_id) ON DELETE CASCADE,
  CHECK ((way = 'now') = (due_at IS NOT NULL))
);
CREATE INDEX notification_mails_due ON notification_mails (due_at) WHERE way = 'now';
CREATE INDEX notification_mails_daily ON notification_mails (user_id, created_at) WHERE way = 'daily';

-- The daily mails of people who were told of anything by one.
CREATE TABLE notification_digests (
  user_id uuid PRIMARY KEY REFERENCES users,
  -- When it is looked at next; null while there is nothing to tell.
  due_at timestamptz(3),
  -- The next one goes out at the person's hour after this.
  since timestamptz(3) NOT NULL,
  -- The day, where the person lives, of the one that went out last, or is being sent.
  day date,
  -- The one being sent tells of nothing later, so that it says the same should it be sent again; null once it is sent.
  upto timestamptz(3),
  attempts smallint NOT NULL DEFAULT 0
);
CREATE INDEX notification_digests_due ON notification_digests (due_at) WHERE due_at IS NOT NULL;

-- The last day, where each person lives, of which the person was told what is due.
CREATE TABLE notification_days (
  user_id uuid PRIMARY KEY REFERENCES users,
  day date NOT NULL
);
