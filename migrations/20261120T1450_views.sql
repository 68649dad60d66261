-- Saved views and pins; what sections need beside their tables.

-- When a person's own lanes were made: once, by whoever reads them first.
ALTER TABLE organization_members ADD COLUMN lanes_made_at timestamptz(3);

-- The lanes a task lies in, of whatever scope.
CREATE INDEX task_sections_task ON task_sections (org_id, task_id);

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
  -- So that the database itself refuses a pin of what is not there, or is another organization's.
  view_id text COLLATE "C" GENERATED ALWAYS AS (CASE WHEN pin_type = 'view' THEN pin_id END) STORED,
  project_id text COLLATE "C" GENERATED ALWAYS AS (CASE WHEN pin_type = 'project' THEN pin_id END) STORED,
  PRIMARY KEY (org_id, user_id, pin_type, pin_id),
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members,
  FOREIGN KEY (org_id, view_id) REFERENCES views,
  FOREIGN KEY (org_id, project_id) REFERENCES projects
);
