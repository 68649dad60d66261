-- Comments on tasks. A thread is a comment and everything below it; root_id names it in every reply.
CREATE TABLE task_comments (
  org_id uuid NOT NULL,
  comment_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  root_id text COLLATE "C",
  parent_id text COLLATE "C",
  depth smallint NOT NULL DEFAULT 0,
  -- Empty once it is deleted: the row stays while replies hang on it.
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
