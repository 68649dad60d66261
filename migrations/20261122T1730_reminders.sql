-- Reminders of tasks: one's own, or one for whoever is the assignee.
CREATE TABLE task_reminders (
  org_id uuid NOT NULL,
  reminder_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  -- Who made it, and whom it is for.
  user_id uuid NOT NULL,
  created_by text NOT NULL,
  recipient text NOT NULL CHECK (recipient IN ('me', 'assignee')),
  -- At this moment, or so many days before the task is due, when the clocks of a time zone show this time.
  at timestamptz(3),
  days_before smallint CHECK (days_before BETWEEN 0 AND 365),
  time_of_day text,
  time_zone text,
  note text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'lapsed')),
  -- The moment as it was last worked out; null while the task has no due date.
  fires_at timestamptz(3),
  -- When it is looked at next: at its moment, or at once when the task is due another day. Null when nothing is to be done.
  look_at timestamptz(3),
  -- When it was sent or lapsed.
  ended_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, reminder_id),
  FOREIGN KEY (org_id, task_id) REFERENCES tasks (org_id, task_id),
  CHECK (CASE WHEN at IS NULL THEN num_nulls(days_before, time_of_day, time_zone) = 0
    ELSE num_nonnulls(days_before, time_of_day, time_zone) = 0 END),
  CHECK ((status = 'pending') = (ended_at IS NULL)),
  CHECK (status = 'pending' OR look_at IS NULL)
);
CREATE INDEX task_reminders_task ON task_reminders (org_id, task_id);
CREATE INDEX task_reminders_person ON task_reminders (org_id, user_id, fires_at, reminder_id);
CREATE INDEX task_reminders_look ON task_reminders (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX task_reminders_ended ON task_reminders (ended_at) WHERE ended_at IS NOT NULL;

-- Has the reminders looked at again whose moment depends on a due date that changed, whoever changed it. What that moment
-- is now takes the rules of time zones, which are the service's and not the database's.
CREATE FUNCTION look_at_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE task_reminders SET look_at = '-infinity'
  WHERE org_id = NEW.org_id AND task_id = NEW.task_id AND status = 'pending' AND days_before IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER look_at_reminders AFTER UPDATE ON tasks FOR EACH ROW
  WHEN (OLD.due_date IS DISTINCT FROM NEW.due_date)
  EXECUTE FUNCTION look_at_reminders();
