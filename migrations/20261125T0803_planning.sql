-- Teams, projects, sprints, goals, milestones, roadmaps.

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
-- The few projects hidden from members.
CREATE INDEX projects_hidden ON projects (org_id, project_id) WHERE deleted_at IS NOT NULL OR visibility = 'private';

CREATE TABLE project_members (
  org_id uuid NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  username text NOT NULL,
  username_key text NOT NULL COLLATE "C",
  project_role text NOT NULL CHECK (project_role IN ('owner', 'editor', 'viewer')),
  -- Who assigned the role, and when.
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
CREATE INDEX project_members_designation ON project_members (org_id, designation_id)
  WHERE designation_id IS NOT NULL;
CREATE INDEX project_members_deactivated ON project_members (org_id, user_id) WHERE NOT is_active AND deleted_at IS NULL;

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
  deleted_at timestamptz(3),
  delete_reason text,
  PRIMARY KEY (org_id, sprint_id),
  FOREIGN KEY (org_id, team_id) REFERENCES teams
);
CREATE UNIQUE INDEX sprints_name ON sprints (org_id, team_id, name_key) WHERE is_active;

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
  deleted_at timestamptz(3),
  delete_reason text,
  PRIMARY KEY (org_id, goal_id),
  FOREIGN KEY (org_id, project_id) REFERENCES projects
);
CREATE INDEX goals_project ON goals (org_id, project_id, position) WHERE is_active;

-- Roadmap lines of a project. Lines share stops where they meet.
CREATE TABLE journeys (
  org_id uuid NOT NULL,
  journey_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  color text NOT NULL,
  position integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, journey_id),
  FOREIGN KEY (org_id, project_id) REFERENCES projects
);
CREATE INDEX journeys_project ON journeys (org_id, project_id, position);

CREATE TABLE stops (
  org_id uuid NOT NULL,
  stop_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  title_key text NOT NULL COLLATE "C",
  target_date date,
  description text,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, stop_id),
  FOREIGN KEY (org_id, project_id) REFERENCES projects
);
CREATE INDEX stops_project ON stops (org_id, project_id);

-- A stop on several lines is a junction, with a position on each.
CREATE TABLE journey_stops (
  org_id uuid NOT NULL,
  journey_id text COLLATE "C" NOT NULL,
  stop_id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (org_id, journey_id, stop_id),
  FOREIGN KEY (org_id, journey_id) REFERENCES journeys ON DELETE CASCADE,
  FOREIGN KEY (org_id, stop_id) REFERENCES stops ON DELETE CASCADE
);
CREATE INDEX journey_stops_stop ON journey_stops (org_id, stop_id);

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
  deleted_at timestamptz(3),
  delete_reason text,
  -- The stop of the roadmap that the milestone is pinned to.
  stop_id text COLLATE "C",
  PRIMARY KEY (org_id, milestone_id),
  FOREIGN KEY (org_id, team_id) REFERENCES teams,
  FOREIGN KEY (org_id, stop_id) REFERENCES stops
);
CREATE UNIQUE INDEX milestones_title ON milestones (org_id, team_id, title_key) WHERE is_active;
CREATE INDEX milestones_stop ON milestones (org_id, stop_id) WHERE stop_id IS NOT NULL;
