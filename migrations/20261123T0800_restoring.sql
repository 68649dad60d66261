-- What the deletion of a task took from others, and from the task itself, for whoever restores it.
CREATE TABLE task_deletions (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  -- The task that was deleted: this one, or the one that took it along.
  with_task_id text COLLATE "C" NOT NULL,
  -- Its place among the subtasks of its parent, from 1.
  place integer,
  -- The tasks that waited for it.
  dependents text[] COLLATE "C" NOT NULL DEFAULT '{}',
  -- The sections of projects and teams that it was in, and the stops that it was filed to.
  sections text[] COLLATE "C" NOT NULL DEFAULT '{}',
  stops text[] COLLATE "C" NOT NULL DEFAULT '{}',
  PRIMARY KEY (org_id, task_id),
  FOREIGN KEY (org_id, task_id) REFERENCES tasks (org_id, task_id) ON DELETE CASCADE
);

CREATE INDEX task_deletions_with ON task_deletions (org_id, with_task_id);

-- The deleted tasks of an organization, and those of all that have been deleted for long.
CREATE INDEX tasks_deleted ON tasks (org_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX tasks_outdated ON tasks (deleted_at) WHERE deleted_at IS NOT NULL;

-- A task that goes for good takes all that hangs on it along, the replies and deleted attachments too.
CREATE INDEX task_comments_task ON task_comments (org_id, task_id);
CREATE INDEX task_attachments_all ON task_attachments (org_id, task_id);

-- Tasks that are gone for good. Their events stay in the audit until they are past its retention.
CREATE TABLE tasks_gone (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  deleted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, task_id)
);

CREATE INDEX tasks_gone_age ON tasks_gone (org_id, deleted_at);
