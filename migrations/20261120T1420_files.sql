-- Files: what lies in the storage, attachments of tasks, resources of projects.

-- One row for every object of the storage, made before the object and gone after it: so no object is without a row.
CREATE TABLE files (
  org_id uuid NOT NULL REFERENCES organizations,
  file_id text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  -- SHA-256 of the bytes, base64url.
  digest text NOT NULL,
  media_type text NOT NULL,
  -- arriving: being stored, nothing points to it yet. kept: something does. leaving: to be removed from the storage.
  state text NOT NULL CHECK (state IN ('arriving', 'kept', 'leaving')),
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, file_id)
);
-- Not led by org_id on purpose: the sweep looks across organizations.
CREATE INDEX files_passing ON files (state, changed_at) WHERE state <> 'kept';

CREATE TABLE task_attachments (
  org_id uuid NOT NULL,
  attachment_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  -- Null once it is deleted: the file goes before the row does.
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

CREATE TABLE project_resources (
  org_id uuid NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  -- Of an uploaded one, until it is deleted; any other is a link.
  file_id text COLLATE "C",
  is_file boolean NOT NULL,
  -- The name the file was uploaded with.
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
  PRIMARY KEY (org_id, resource_id),
  FOREIGN KEY (org_id, project_id) REFERENCES projects,
  FOREIGN KEY (org_id, file_id) REFERENCES files,
  CHECK ((file_id IS NOT NULL) = (is_file AND deleted_at IS NULL)),
  CHECK (NOT is_file OR (resource_url IS NULL AND file_name IS NOT NULL))
);
CREATE INDEX project_resources_time ON project_resources (org_id, project_id, created_at, resource_id) WHERE deleted_at IS NULL;
CREATE INDEX project_resources_name ON project_resources (org_id, project_id, name_key, resource_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX project_resources_file ON project_resources (org_id, file_id);
