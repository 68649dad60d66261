-- Projects, teams and tasks, and the containers a task points at.

CREATE TABLE teams (
  org_id uuid NOT NULL REFERENCES organizations,
  team_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  description text,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  delete_reason text,
  PRIMARY KEY (org_id, team_id)
);
CREATE UNIQUE INDEX teams_name ON teams (org_id, name_key) WHERE is_active;

CREATE TABLE team_members (
  org_id uuid NOT NULL,
  team_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  username text NOT NULL,
  team_role text NOT NULL CHECK (team_role IN ('owner', 'member')),
  added_by text,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, team_id, user_id),
  FOREIGN KEY (org_id, team_id) REFERENCES teams,
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members
);
CREATE INDEX team_members_user ON team_members (org_id, user_id);

CREATE TABLE projects (
  org_id uuid NOT NULL REFERENCES organizations,
  project_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  description text,
  metadata jsonb,
  status text NOT NULL DEFAULT 'not_started',
  status_rank smallint NOT NULL,
  priority text NOT NULL DEFAULT 'none',
  priority_rank smallint NOT NULL,
  start_date date,
  end_date date,
  owner text,
  owner_designation text,
  team_member_designations jsonb,
  visibility text NOT NULL CHECK (visibility IN ('public', 'private')),
  editors_can_add_members boolean NOT NULL DEFAULT false,
  team_id text COLLATE "C",
  position integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  delete_reason text,
  PRIMARY KEY (org_id, project_id),
  FOREIGN KEY (org_id, team_id) REFERENCES teams
);
CREATE INDEX projects_order ON projects (org_id, position, name_key, project_id);
CREATE INDEX projects_team ON projects (org_id, team_id) WHERE team_id IS NOT NULL;

CREATE TABLE project_members (
  org_id uuid NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  username text NOT NULL,
  username_key text NOT NULL COLLATE "C",
  project_role text NOT NULL CHECK (project_role IN ('owner', 'editor', 'viewer')),
  -- Who gave this role, and when.
  assigned_by text,
  assigned_at timestamptz(3),
  designation_id text COLLATE "C",
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  delete_reason text,
  PRIMARY KEY (org_id, project_id, user_id),
  FOREIGN KEY (org_id, project_id) REFERENCES projects,
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members
);
CREATE INDEX project_members_user ON project_members (org_id, user_id) WHERE is_active;

CREATE TABLE sprints (
  org_id uuid NOT NULL,
  sprint_id text COLLATE "C" NOT NULL,
  team_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  description text,
  goal text,
  start_date date NOT NULL,
  end_date date NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'completed')),
  completed_at timestamptz(3),
  completed_by text,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, sprint_id),
  FOREIGN KEY (org_id, team_id) REFERENCES teams
);
CREATE UNIQUE INDEX sprints_name ON sprints (org_id, team_id, name_key) WHERE is_active;

CREATE TABLE milestones (
  org_id uuid NOT NULL,
  milestone_id text COLLATE "C" NOT NULL,
  team_id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  title_key text NOT NULL COLLATE "C",
  description text,
  target_date date NOT NULL,
  owner_user_id uuid,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  closed_at timestamptz(3),
  closed_by text,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, milestone_id),
  FOREIGN KEY (org_id, team_id) REFERENCES teams
);
CREATE UNIQUE INDEX milestones_title ON milestones (org_id, team_id, title_key) WHERE is_active;

CREATE TABLE goals (
  org_id uuid NOT NULL,
  goal_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  description text,
  target_date date,
  position integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  closed_at timestamptz(3),
  closed_by text,
  converted_from_task_id text COLLATE "C",
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, goal_id),
  FOREIGN KEY (org_id, project_id) REFERENCES projects
);
CREATE INDEX goals_project ON goals (org_id, project_id, position) WHERE is_active;

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
  -- Kept on both ends, so that a page of tasks needs no look-up per row; the child's parent_task_id is the truth.
  sub_tasks text[] NOT NULL DEFAULT '{}',
  dependencies text[] NOT NULL DEFAULT '{}',
  title text NOT NULL,
  -- Case-folded and cut: text sorts and compares alike on every server, and fits a B-tree key.
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
-- Without these the planner multiplies the two selectivities and picks plans a hundred times too dear.
CREATE STATISTICS tasks_org_project (dependencies, ndistinct, mcv) ON org_id, project_id FROM tasks;

-- Searched text, apart from the task: a status change then rewrites none of its many index entries.
-- content: lower-case title, description, id and tags, parted by U+0001; grams: hashed runs of 1 to 3 characters,
-- which find any literal needle, of any alphabet and length, on any locale.
CREATE TABLE task_search (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  content text NOT NULL,
  grams integer[] NOT NULL,
  PRIMARY KEY (org_id, task_id),
  FOREIGN KEY (org_id, task_id) REFERENCES tasks ON DELETE CASCADE
);
CREATE INDEX task_search_grams ON task_search USING gin (org_id, grams);

CREATE TABLE task_sections (
  org_id uuid NOT NULL,
  scope_type text NOT NULL CHECK (scope_type IN ('project', 'team', 'user')),
  scope_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  section_id text COLLATE "C" NOT NULL,
  position double precision NOT NULL,
  PRIMARY KEY (org_id, scope_type, scope_id, task_id),
  FOREIGN KEY (org_id, task_id) REFERENCES tasks ON DELETE CASCADE,
  FOREIGN KEY (org_id, section_id) REFERENCES sections
);
CREATE INDEX task_sections_section ON task_sections (org_id, section_id, position);
-- The few projects that a member does not see: private ones and deleted ones.
CREATE INDEX projects_hidden ON projects (org_id, project_id) WHERE deleted_at IS NOT NULL OR visibility = 'private';
CREATE INDEX tasks_tags ON tasks USING gin (org_id, tags) WHERE tags <> '{}';
