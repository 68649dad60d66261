-- Tasks and all that belongs to them: search, sections, comments, files, reminders, views, counts.

CREATE TABLE tasks (
  org_id uuid NOT NULL REFERENCES organizations,
  task_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C",
  team_id text COLLATE "C",
  sprint_id text COLLATE "C",
  milestone_id text COLLATE "C",
  goal_id text COLLATE "C",
  parent_task_id text COLLATE "C",
  is_subtask boolean NOT NULL DEFAULT false,
  -- Denormalized so that a page of tasks needs no lookup per row; parent_task_id of the child is authoritative.
  sub_tasks text[] NOT NULL DEFAULT '{}',
  dependencies text[] NOT NULL DEFAULT '{}',
  title text NOT NULL,
  -- Case-folded and truncated: sorts alike on every server and fits a B-tree key.
  title_key text NOT NULL COLLATE "C",
  description text,
  status text NOT NULL DEFAULT 'not_started',
  status_rank smallint NOT NULL,
  priority text NOT NULL DEFAULT 'none',
  priority_rank smallint NOT NULL,
  task_type text NOT NULL DEFAULT 'task' CHECK (task_type IN ('task', 'bug', 'agent')),
  assignee text,
  assignee_key text COLLATE "C",
  start_date date,
  due_date date,
  tags text[] NOT NULL DEFAULT '{}',
  type_data jsonb,
  metadata jsonb NOT NULL DEFAULT '[]',
  bug_id text COLLATE "C",
  tracker_id text COLLATE "C",
  restricted boolean NOT NULL DEFAULT false,
  restricted_to text[] NOT NULL DEFAULT '{}',
  restricted_to_user_ids uuid[] NOT NULL DEFAULT '{}',
  comments integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  PRIMARY KEY (org_id, task_id),
  FOREIGN KEY (org_id, project_id) REFERENCES projects,
  FOREIGN KEY (org_id, team_id) REFERENCES teams,
  FOREIGN KEY (org_id, sprint_id) REFERENCES sprints,
  FOREIGN KEY (org_id, milestone_id) REFERENCES milestones,
  FOREIGN KEY (org_id, goal_id) REFERENCES goals,
  FOREIGN KEY (org_id, parent_task_id) REFERENCES tasks
);
CREATE INDEX tasks_title ON tasks (org_id, title_key, task_id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_created ON tasks (org_id, created_at, task_id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_due ON tasks (org_id, due_date, task_id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_status ON tasks (org_id, status_rank, task_id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_priority ON tasks (org_id, priority_rank, task_id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_assignee ON tasks (org_id, assignee_key, task_id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_project ON tasks (org_id, project_id, title_key, task_id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_parent ON tasks (org_id, parent_task_id) WHERE parent_task_id IS NOT NULL;
CREATE INDEX tasks_team ON tasks (org_id, team_id) WHERE team_id IS NOT NULL;
CREATE INDEX tasks_sprint ON tasks (org_id, sprint_id) WHERE sprint_id IS NOT NULL;
CREATE INDEX tasks_milestone ON tasks (org_id, milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX tasks_goal ON tasks (org_id, goal_id) WHERE goal_id IS NOT NULL;
CREATE INDEX tasks_dependents ON tasks USING gin (org_id, dependencies) WHERE dependencies <> '{}';
CREATE INDEX tasks_tags ON tasks USING gin (org_id, tags) WHERE tags <> '{}';
CREATE INDEX tasks_restricted ON tasks USING gin (org_id, restricted_to_user_ids) WHERE restricted;
CREATE INDEX tasks_start ON tasks (org_id, start_date, task_id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_type ON tasks (org_id, task_type, task_id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_updated ON tasks (org_id, updated_at, task_id) WHERE deleted_at IS NULL;
-- Deleted tasks of an organization, and those due for purging.
CREATE INDEX tasks_deleted ON tasks (org_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX tasks_outdated ON tasks (deleted_at) WHERE deleted_at IS NOT NULL;

-- Without these, the planner multiplies the selectivities of both columns and picks plans a hundred times too expensive.
CREATE STATISTICS tasks_org_project (dependencies, ndistinct, mcv) ON org_id, project_id FROM tasks;

-- Searched text, apart from the task: a status change then rewrites none of its many index entries.
-- content: folded title, description, id and tags, separated by U+0001; grams: hashed runs of 1 to 3 characters, which find
-- any literal needle of any alphabet and length in any locale.
CREATE TABLE task_search (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  content text NOT NULL,
  grams integer[] NOT NULL,
  PRIMARY KEY (org_id, task_id),
  FOREIGN KEY (org_id, task_id) REFERENCES tasks ON DELETE CASCADE
);
CREATE INDEX task_search_grams ON task_search USING gin (org_id, grams);
-- A sample of one in 2048 tasks, to estimate how many match a search. Ids end in random characters.
CREATE INDEX task_search_sample ON task_search (org_id) WHERE right(task_id, 3) < '00G';

CREATE TABLE sections (
  org_id uuid NOT NULL REFERENCES organizations,
  section_id text COLLATE "C" NOT NULL,
  scope_type text NOT NULL CHECK (scope_type IN ('project', 'team', 'user')),
  scope_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  position double precision NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, section_id)
);
CREATE UNIQUE INDEX sections_name ON sections (org_id, scope_type, scope_id, name_key);

CREATE TABLE task_sections (
  org_id uuid NOT NULL,
  scope_type text NOT NULL CHECK (scope_type IN ('project', 'team', 'user')),
  scope_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  section_id text COLLATE "C" NOT NULL,
  position double precision NOT NULL,
  -- Counts in its section: true for every reader of the project, false for none (deleted or in another project), null
  -- where it depends on the reader (restricted). Unused in sections of teams and users.
  counts boolean,
  PRIMARY KEY (org_id, scope_type, scope_id, task_id),
  FOREIGN KEY (org_id, task_id) REFERENCES tasks ON DELETE CASCADE,
  FOREIGN KEY (org_id, section_id) REFERENCES sections
);
CREATE INDEX task_sections_section ON task_sections (org_id, section_id, position);
CREATE INDEX task_sections_task ON task_sections (org_id, task_id);
-- Counted tasks, and restricted ones, which are checked for each reader.
CREATE INDEX task_sections_counted ON task_sections (org_id, section_id) WHERE scope_type = 'project' AND counts;
CREATE INDEX task_sections_restricted ON task_sections (org_id, section_id, task_id)
  WHERE scope_type = 'project' AND counts IS NULL;

CREATE TABLE stop_tasks (
  org_id uuid NOT NULL,
  stop_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  -- As in task_sections.
  counts boolean,
  completed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (org_id, stop_id, task_id),
  FOREIGN KEY (org_id, stop_id) REFERENCES stops ON DELETE CASCADE,
  FOREIGN KEY (org_id, task_id) REFERENCES tasks ON DELETE CASCADE
);
CREATE INDEX stop_tasks_task ON stop_tasks (org_id, task_id);
CREATE INDEX stop_tasks_counted ON stop_tasks (org_id, stop_id, completed) WHERE counts;
CREATE INDEX stop_tasks_restricted ON stop_tasks (org_id, stop_id, completed, task_id) WHERE counts IS NULL;

-- root_id is the first comment of the thread.
CREATE TABLE task_comments (
  org_id uuid NOT NULL,
  comment_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  root_id text COLLATE "C",
  parent_id text COLLATE "C",
  depth smallint NOT NULL DEFAULT 0,
  -- Empty once deleted; the row stays while it has replies.
  content text NOT NULL,
  content_key text NOT NULL,
  mentions uuid[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  author_id uuid NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  deleted_by text,
  PRIMARY KEY (org_id, comment_id),
  FOREIGN KEY (org_id, task_id) REFERENCES tasks ON DELETE CASCADE,
  FOREIGN KEY (org_id, root_id) REFERENCES task_comments,
  FOREIGN KEY (org_id, parent_id) REFERENCES task_comments
);
CREATE INDEX task_comments_threads ON task_comments (org_id, task_id, created_at, comment_id) WHERE root_id IS NULL;
CREATE INDEX task_comments_replies ON task_comments (org_id, root_id, created_at) WHERE root_id IS NOT NULL;
CREATE INDEX task_comments_task ON task_comments (org_id, task_id);
CREATE INDEX task_comments_parent ON task_comments (org_id, parent_id) WHERE parent_id IS NOT NULL;

-- One row per object in the storage, created before and removed after it, so that no object is without a row.
CREATE TABLE files (
  org_id uuid NOT NULL REFERENCES organizations,
  file_id text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  -- SHA-256 of the bytes, base64url.
  digest text NOT NULL,
  media_type text NOT NULL,
  -- arriving: upload in progress; kept: referenced; leaving: to be removed from the storage.
  state text NOT NULL CHECK (state IN ('arriving', 'kept', 'leaving')),
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, file_id)
);
-- Not led by org_id: the sweep looks across organizations.
CREATE INDEX files_passing ON files (state, changed_at) WHERE state <> 'kept';

CREATE TABLE task_attachments (
  org_id uuid NOT NULL,
  attachment_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  -- Null once deleted: the file is removed before the row.
  file_id text COLLATE "C",
  title text,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  is_inline boolean NOT NULL DEFAULT false,
  uploaded_by text NOT NULL,
  uploaded_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  deleted_by text,
  PRIMARY KEY (org_id, attachment_id),
  FOREIGN KEY (org_id, task_id) REFERENCES tasks,
  FOREIGN KEY (org_id, file_id) REFERENCES files,
  CHECK ((file_id IS NULL) = (deleted_at IS NOT NULL))
);
CREATE INDEX task_attachments_task ON task_attachments (org_id, task_id, uploaded_at, attachment_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX task_attachments_file ON task_attachments (org_id, file_id);
CREATE INDEX task_attachments_all ON task_attachments (org_id, task_id);

CREATE TABLE project_resources (
  org_id uuid NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  -- Set for an uploaded file until it is deleted; links have none.
  file_id text COLLATE "C",
  is_file boolean NOT NULL,
  -- Name of the uploaded file.
  file_name text,
  resource_name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  resource_url text,
  resource_type text,
  version integer NOT NULL DEFAULT 1,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  delete_reason text,
  -- Path in the client's own storage, stored and returned unchanged.
  storage_path text,
  PRIMARY KEY (org_id, resource_id),
  FOREIGN KEY (org_id, project_id) REFERENCES projects,
  FOREIGN KEY (org_id, file_id) REFERENCES files,
  CHECK ((file_id IS NOT NULL) = (is_file AND deleted_at IS NULL)),
  CHECK (NOT is_file OR (resource_url IS NULL AND file_name IS NOT NULL))
);
CREATE INDEX project_resources_time ON project_resources (org_id, project_id, created_at, resource_id) WHERE deleted_at IS NULL;
CREATE INDEX project_resources_name ON project_resources (org_id, project_id, name_key, resource_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX project_resources_file ON project_resources (org_id, file_id);

-- Relations that ended when a task was deleted, for its restoration.
CREATE TABLE task_deletions (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  -- The task that was deleted: this one or its ancestor.
  with_task_id text COLLATE "C" NOT NULL,
  -- Position among the subtasks of its parent, starting at 1.
  place integer,
  -- Tasks that depended on it.
  dependents text[] COLLATE "C" NOT NULL DEFAULT '{}',
  -- Sections of projects and teams, and stops, that it was in.
  sections text[] COLLATE "C" NOT NULL DEFAULT '{}',
  stops text[] COLLATE "C" NOT NULL DEFAULT '{}',
  PRIMARY KEY (org_id, task_id),
  FOREIGN KEY (org_id, task_id) REFERENCES tasks (org_id, task_id) ON DELETE CASCADE
);
CREATE INDEX task_deletions_with ON task_deletions (org_id, with_task_id);

-- Purged tasks. Their events stay in the audit log until its retention ends.
CREATE TABLE tasks_gone (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  deleted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, task_id)
);
CREATE INDEX tasks_gone_age ON tasks_gone (org_id, deleted_at);

-- Watchers beside the creator and the assignee, and users who stopped watching.
CREATE TABLE task_watchers (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  -- False after the user stopped watching: only the user can start again.
  watching boolean NOT NULL,
  reason text NOT NULL CHECK (reason IN ('chosen', 'commented', 'mentioned')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, task_id, user_id),
  FOREIGN KEY (org_id, task_id) REFERENCES tasks (org_id, task_id)
);
CREATE INDEX task_watchers_person ON task_watchers (org_id, user_id, task_id);

CREATE TABLE task_reminders (
  org_id uuid NOT NULL,
  reminder_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  -- user_id receives the reminder.
  user_id uuid NOT NULL,
  created_by text NOT NULL,
  recipient text NOT NULL CHECK (recipient IN ('me', 'assignee')),
  -- Either an instant, or a number of days before the due date at a local time of a time zone.
  at timestamptz(3),
  days_before smallint CHECK (days_before BETWEEN 0 AND 365),
  time_of_day text,
  time_zone text,
  note text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'lapsed')),
  -- Computed instant; null while the task has no due date.
  fires_at timestamptz(3),
  -- When the worker processes it next: at its instant, or immediately after the due date changed. Null when there is nothing to do.
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

-- Makes the worker look again at reminders that depend on a due date that changed.
CREATE FUNCTION look_at_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE task_reminders SET look_at = '-infinity'
  WHERE org_id = NEW.org_id AND task_id = NEW.task_id AND status = 'pending' AND days_before IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER look_at_reminders AFTER UPDATE ON tasks FOR EACH ROW
  WHEN (OLD.due_date IS DISTINCT FROM NEW.due_date)
  EXECUTE FUNCTION look_at_reminders();

CREATE TABLE views (
  org_id uuid NOT NULL REFERENCES organizations,
  view_id text COLLATE "C" NOT NULL,
  scope_type text NOT NULL CHECK (scope_type IN ('project', 'team', 'user')),
  scope_id text COLLATE "C" NOT NULL,
  resource text NOT NULL CHECK (resource IN ('task', 'project')),
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  query jsonb NOT NULL,
  display jsonb NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, view_id)
);
CREATE UNIQUE INDEX views_name ON views (org_id, scope_type, scope_id, resource, name_key) WHERE is_active;

CREATE TABLE view_pins (
  org_id uuid NOT NULL,
  user_id uuid NOT NULL,
  pin_type text NOT NULL CHECK (pin_type IN ('view', 'project')),
  pin_id text COLLATE "C" NOT NULL,
  position double precision NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Generated for the foreign keys.
  view_id text COLLATE "C" GENERATED ALWAYS AS (CASE WHEN pin_type = 'view' THEN pin_id END) STORED,
  project_id text COLLATE "C" GENERATED ALWAYS AS (CASE WHEN pin_type = 'project' THEN pin_id END) STORED,
  PRIMARY KEY (org_id, user_id, pin_type, pin_id),
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members,
  FOREIGN KEY (org_id, view_id) REFERENCES views,
  FOREIGN KEY (org_id, project_id) REFERENCES projects
);
