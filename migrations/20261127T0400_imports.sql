-- Names of resources in other systems, and imports.

CREATE TABLE external_refs (
  org_id uuid NOT NULL REFERENCES organizations,
  resource_type text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  -- Content at the source and version here at the last synchronization, by which an import finds changes on either side.
  fingerprint text,
  resource_version integer,
  -- Import that created the resource.
  import_id text COLLATE "C",
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, resource_type, source, external_id)
);
SELECT place_table('external_refs', 'org_id');
CREATE INDEX external_refs_resource ON external_refs (org_id, resource_type, resource_id);
CREATE INDEX external_refs_import ON external_refs (org_id, import_id, resource_type, external_id)
  WHERE import_id IS NOT NULL;

CREATE TABLE imports (
  org_id uuid NOT NULL REFERENCES organizations,
  import_id text COLLATE "C" NOT NULL,
  source text NOT NULL,
  file_name text NOT NULL,
  project_id text COLLATE "C",
  dry_run boolean NOT NULL,
  options jsonb NOT NULL,
  phase text NOT NULL
    CHECK (phase IN ('reading', 'checking', 'writing', 'undoing', 'finished', 'failed', 'undone')),
  -- The upload, until it is read; then its content in the data format, until it expires.
  upload_file_id text COLLATE "C",
  data_file_id text COLLATE "C",
  -- Checkpoint: the next kind and line, and the numbers reserved for keys.
  state jsonb NOT NULL DEFAULT '{}',
  counts jsonb NOT NULL DEFAULT '{}',
  notes jsonb NOT NULL DEFAULT '[]',
  error text,
  reported integer NOT NULL DEFAULT 0,
  leased_until timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  user_id uuid NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (org_id, import_id)
);
SELECT place_table('imports', 'org_id');
-- Not led by org_id: a job runs the imports of all organizations.
CREATE INDEX imports_active ON imports (created_at) WHERE phase IN ('reading', 'checking', 'writing', 'undoing');
CREATE INDEX imports_data ON imports (finished_at) WHERE data_file_id IS NOT NULL;

CREATE TABLE import_reports (
  org_id uuid NOT NULL,
  import_id text COLLATE "C" NOT NULL,
  entry integer NOT NULL,
  outcome text NOT NULL,
  kind text NOT NULL,
  line integer,
  external_id text,
  field text,
  value text,
  reason text NOT NULL,
  PRIMARY KEY (org_id, import_id, entry)
);
SELECT place_table('import_reports', 'org_id');
ALTER TABLE import_reports ADD FOREIGN KEY (org_id, import_id) REFERENCES imports ON DELETE CASCADE;
