-- Release notes of the service itself, imported by whoever runs it. They belong to no organization.
CREATE TABLE releases (
  release_id text COLLATE "C" PRIMARY KEY,
  repository text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('development', 'uat', 'production')),
  release_date timestamptz(3) NOT NULL,
  is_draft boolean NOT NULL,
  -- The whole release, as it is answered.
  document jsonb NOT NULL
);
CREATE INDEX releases_newest ON releases (environment, release_date, release_id);
