-- Definitions of custom fields of tasks.

CREATE TABLE task_fields (
  org_id uuid NOT NULL REFERENCES organizations,
  field_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  description text,
  type text NOT NULL CHECK (type IN ('text', 'number', 'date', 'checkbox', 'select', 'multi_select', 'person', 'people', 'url')),
  unit text,
  decimals smallint,
  min double precision,
  max double precision,
  -- Objects with option, label, color and is_active, in the order in which they sort.
  options jsonb NOT NULL DEFAULT '[]',
  -- Null for a field of every project.
  project_ids text[],
  on_card boolean NOT NULL DEFAULT false,
  position double precision NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, field_id)
);
SELECT place_table('task_fields', 'org_id');
-- Includes archived fields, whose keys are never reused.
CREATE UNIQUE INDEX task_fields_key ON task_fields (org_id, key);
