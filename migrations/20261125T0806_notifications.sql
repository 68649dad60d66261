-- Notifications, their mails and the preferences of users.

CREATE TABLE notifications (
  org_id uuid NOT NULL,
  notification_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  -- Highest-priority kind among its causes.
  kind text NOT NULL,
  resource_type text NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  -- Containers of the resource, used to authorize the notification when it is read.
  task_id text COLLATE "C",
  project_id text COLLATE "C",
  team_id text COLLATE "C",
  -- Title of the resource when the notification was created.
  title text,
  -- [{kind, event_id, actor_user_id, actor_username, at, part_id}], oldest first; the first and the latest if there are many.
  causes jsonb NOT NULL,
  cause_count integer NOT NULL DEFAULT 1,
  -- False if the user wants it by email only.
  on_page boolean NOT NULL DEFAULT true,
  read_at timestamptz(3),
  done_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  -- Time of the latest cause; sort key of the list.
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, notification_id),
  -- A done notification is read.
  CHECK (done_at IS NULL OR read_at IS NOT NULL)
);
CREATE INDEX notifications_person ON notifications (org_id, user_id, updated_at, notification_id);
CREATE INDEX notifications_open ON notifications (org_id, user_id, updated_at, notification_id)
  WHERE done_at IS NULL AND on_page;
CREATE INDEX notifications_unread ON notifications (org_id, user_id, updated_at, notification_id)
  WHERE read_at IS NULL AND on_page;
CREATE INDEX notifications_thing ON notifications (org_id, resource_id, user_id, updated_at);
CREATE INDEX notifications_age ON notifications (updated_at);

-- Makes a repeated cause a no-op. Created and deleted with its notification, in batches, hence no foreign key.
CREATE TABLE notification_causes (
  org_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Event id; for calendar notifications, the due resource and its day.
  event_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  notification_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, user_id, event_id, kind)
);
CREATE INDEX notification_causes_row ON notification_causes (org_id, notification_id);

-- Apply in every organization.
CREATE TABLE notification_preferences (
  user_id uuid PRIMARY KEY REFERENCES users,
  -- IANA time zone.
  time_zone text NOT NULL,
  -- Local hour of the daily email.
  digest_hour smallint NOT NULL CHECK (digest_hour BETWEEN 0 AND 23),
  -- Local time range without immediate emails; both or neither.
  quiet_from time(0),
  quiet_to time(0),
  -- {kind: {page: boolean, mail: 'now' | 'daily' | 'never'}} for kinds that differ from the default.
  kinds jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- False while time_zone is the default rather than the user's choice.
  zone_chosen boolean NOT NULL DEFAULT false,
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);

-- Pending emails of notifications.
CREATE TABLE notification_mails (
  org_id uuid NOT NULL,
  notification_id text COLLATE "C" NOT NULL,
  -- Immediately, or in the next daily email.
  way text NOT NULL CHECK (way IN ('now', 'daily')),
  user_id uuid NOT NULL,
  -- Keys of the causes, oldest first. The first one identifies the email.
  cause_ids text[] NOT NULL,
  -- Null for the daily email.
  due_at timestamptz(3),
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, notification_id, way),
  FOREIGN KEY (org_id, notification_id) REFERENCES notifications (org_id, notification_id) ON DELETE CASCADE,
  CHECK ((way = 'now') = (due_at IS NOT NULL))
);
CREATE INDEX notification_mails_due ON notification_mails (due_at) WHERE way = 'now';
CREATE INDEX notification_mails_daily ON notification_mails (user_id, created_at) WHERE way = 'daily';

-- Daily emails.
CREATE TABLE notification_digests (
  user_id uuid PRIMARY KEY REFERENCES users,
  -- When the worker processes it next; null while there is nothing to send.
  due_at timestamptz(3),
  -- The next email is due at the user's hour after this.
  since timestamptz(3) NOT NULL,
  -- Local day of the last email sent or in progress.
  day date,
  -- Upper bound of the email in progress, so that a retry has the same content; null once sent.
  upto timestamptz(3),
  attempts smallint NOT NULL DEFAULT 0,
  -- Times of single emails within the last day, counted by their limit.
  recent_mails timestamptz(3)[] NOT NULL DEFAULT '{}'
);
CREATE INDEX notification_digests_due ON notification_digests (due_at) WHERE due_at IS NOT NULL;

-- Local day of the last reminder of due tasks.
CREATE TABLE notification_days (
  user_id uuid PRIMARY KEY REFERENCES users,
  day date NOT NULL
);
