-- Roadmaps: a project's journeys are lines, and the stops on them are shared where lines meet.
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

-- A stop on two or more lines is a junction, with a position on each.
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

CREATE TABLE stop_tasks (
  org_id uuid NOT NULL,
  stop_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, stop_id, task_id),
  FOREIGN KEY (org_id, stop_id) REFERENCES stops ON DELETE CASCADE,
  FOREIGN KEY (org_id, task_id) REFERENCES tasks ON DELETE CASCADE
);
CREATE INDEX stop_tasks_task ON stop_tasks (org_id, task_id);

-- The one stop that a milestone is pinned to.
ALTER TABLE milestones ADD COLUMN stop_id text COLLATE "C",
  ADD FOREIGN KEY (org_id, stop_id) REFERENCES stops;
CREATE INDEX milestones_stop ON milestones (org_id, stop_id) WHERE stop_id IS NOT NULL;
