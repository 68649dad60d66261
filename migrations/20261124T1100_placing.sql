-- What a database that is spread over several servers, by organization, has to know before it knows the organization.

-- The organizations that a person is or was a member of; whether they are now, their membership there tells.
CREATE TABLE user_organizations (
  user_id uuid NOT NULL REFERENCES users,
  org_id uuid NOT NULL,
  PRIMARY KEY (user_id, org_id)
);

-- The organization of each access token, by the SHA-256 of it.
CREATE TABLE token_organizations (
  token_hash bytea PRIMARY KEY,
  org_id uuid NOT NULL
);
CREATE INDEX token_organizations_organization ON token_organizations (org_id);

-- Notes what is missing there. A server of the version before writes neither table, and where all is on one server nobody
-- reads them: so it is done once more before the tables are spread.
CREATE FUNCTION note_organizations() RETURNS void LANGUAGE sql AS $$
  INSERT INTO user_organizations SELECT user_id, org_id FROM organization_members ON CONFLICT DO NOTHING;
  INSERT INTO token_organizations SELECT token_hash, org_id FROM access_tokens ON CONFLICT DO NOTHING;
$$;
SELECT note_organizations();

-- Refresh tokens and codes name the organization of their connection. Those from before are found by the connection's id.
ALTER TABLE oauth_credentials ADD COLUMN org_id uuid;
UPDATE oauth_credentials c SET org_id = g.org_id FROM oauth_grants g WHERE g.grant_id = c.grant_id;

-- Places a table that a later migration makes, before it is given foreign keys: by a column, or whole on every server where
-- there is none. Where all is on one server there is nothing to do; `svc-server distribute` puts another body in its place.
CREATE FUNCTION place_table(name regclass, by_column text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
END $$;
