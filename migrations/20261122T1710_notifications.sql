-- Whether somebody watches a task, beside its creator and assignee, who do as long as they do not say otherwise.
CREATE TABLE task_watchers (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  -- False for somebody who said so: nothing makes such a person watch again but they themselves.
  watching boolean NOT NULL,
  reason text NOT NULL CHECK (reason IN ('chosen', 'commented', 'mentioned')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, task_id, user_id),
  FOREIGN KEY (org_id, task_id) REFERENCES tasks (org_id, task_id)
);
CREATE INDEX task_watchers_person ON task_watchers (org_id, user_id, task_id);

-- What a person is told of. Several causes on one thing within minutes are one row.
CREATE TABLE notifications (
  org_id uuid NOT NULL,
  notification_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  -- The weightiest kind among its causes.
  kind text NOT NULL,
  resource_type text NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  -- Where it lies, by which it is judged whether the person may still know of it.
  task_id text COLLATE "C",
  project_id text COLLATE "C",
  team_id text COLLATE "C",
  -- What it says of the thing, as it was then.
  title text,
  -- [{kind, event_id, actor_user_id, actor_username, at, part_id}], the oldest first; the first and the latest ones when
  -- they are many.
  causes jsonb NOT NULL,
  cause_count integer NOT NULL DEFAULT 1,
  -- False where the person wants it by mail alone.
  on_page boolean NOT NULL DEFAULT true,
  read_at timestamptz(3),
  done_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  -- The time of the latest cause, by which the list is ordered.
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, notification_id),
  -- What is done with is read.
  CHECK (done_at IS NULL OR read_at IS NOT NULL)
);
CREATE INDEX notifications_person ON notifications (org_id, user_id, updated_at, notification_id);
CREATE INDEX notifications_open ON notifications (org_id, user_id, updated_at, notification_id)
  WHERE done_at IS NULL AND on_page;
CREATE INDEX notifications_unread ON notifications (org_id, user_id, updated_at, notification_id)
  WHERE read_at IS NULL AND on_page;
CREATE INDEX notifications_thing ON notifications (org_id, resource_id, user_id, updated_at);
CREATE INDEX notifications_age ON notifications (updated_at);

-- Each cause of a row, so that one that comes again changes nothing. It is made and deleted together with its row, many at
-- a time, which is why no foreign key looks after each.
CREATE TABLE notification_causes (
  org_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The event's id; of what comes by the calendar, what is due and its day.
  event_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  notification_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, user_id, event_id, kind)
);
CREATE INDEX notification_causes_row ON notification_causes (org_id, notification_id);

-- How a person wants to be told, in every organization.
CREATE TABLE notification_preferences (
  user_id uuid PRIMARY KEY REFERENCES users,
  -- A name of the time zone database (IANA).
  time_zone text NOT NULL,
  -- The hour of the day, in that zone, at which the daily mail goes out.
  digest_hour smallint NOT NULL CHECK (digest_hour BETWEEN 0 AND 23),
  -- Between these times of the day, in that zone, no mail is sent at once; both or none.
  quiet_from time(0),
  quiet_to time(0),
  -- {kind: {page: boolean, mail: 'now' | 'daily' | 'never'}}, of those kinds of which the person said something.
  kinds jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);

-- How far something that follows the ledger has come: the last event that it took in.
CREATE TABLE event_followers (
  name text PRIMARY KEY,
  lineage smallint NOT NULL,
  tx xid8 NOT NULL,
  ord integer NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
