-- Tables of the service itself.

CREATE TABLE releases (
  release_id text COLLATE "C" PRIMARY KEY,
  repository text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('development', 'uat', 'production')),
  release_date timestamptz(3) NOT NULL,
  is_draft boolean NOT NULL,
  -- The release as it is returned.
  document jsonb NOT NULL
);
CREATE INDEX releases_newest ON releases (environment, release_date, release_id);

-- Stored sort and search keys to be recomputed after their rules changed, with the progress of the job.
CREATE TABLE stale_text_keys (
  name text COLLATE "C" PRIMARY KEY,
  after_org uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  after_id text COLLATE "C" NOT NULL DEFAULT '',
  -- Rows are processed twice, since servers of the previous version may write old keys during an upgrade.
  again boolean NOT NULL DEFAULT true,
  due_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
