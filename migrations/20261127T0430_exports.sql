-- Exports of organizations and projects, and their files.

CREATE TABLE exports (
  org_id uuid NOT NULL REFERENCES organizations,
  export_id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('organization', 'project', 'user')),
  project_id text COLLATE "C",
  user_id uuid NOT NULL,
  phase text NOT NULL CHECK (phase IN ('waiting', 'writing', 'finished', 'failed')),
  counts jsonb NOT NULL DEFAULT '{}',
  error text,
  file_id text COLLATE "C",
  leased_until timestamptz(3),
  attempts smallint NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (org_id, export_id)
);
SELECT place_table('exports', 'org_id');
-- Not led by org_id: a job writes the exports of all organizations, and deletes old ones.
CREATE INDEX exports_active ON exports (created_at) WHERE phase IN ('waiting', 'writing');
CREATE INDEX exports_finished ON exports (updated_at) WHERE phase IN ('finished', 'failed');
