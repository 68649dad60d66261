-- Third-party apps: clients, the connections that people grant them, what is under way in a browser.

CREATE TABLE oauth_clients (
  -- The system organization for apps that registered themselves.
  org_id uuid NOT NULL REFERENCES organizations,
  client_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  logo_url text,
  homepage_url text,
  privacy_url text,
  redirect_uris text[] NOT NULL,
  client_type text NOT NULL CHECK (client_type IN ('confidential', 'public')),
  allowed_scopes text[] NOT NULL,
  registration text NOT NULL DEFAULT 'developer' CHECK (registration IN ('developer', 'dynamic')),
  review_state text NOT NULL DEFAULT 'private' CHECK (review_state IN ('private', 'listed')),
  -- SHA-256 of the secrets, which are as random as tokens; the previous one counts until its time has passed.
  secret_hash bytea,
  secret_rotated_at timestamptz(3),
  previous_secret_hash bytea,
  previous_secret_expires_at timestamptz(3),
  -- Requests made with its access tokens: those are deleted soon after they expire.
  use_count bigint NOT NULL DEFAULT 0,
  last_used_at timestamptz(3),
  created_by text,
  revoked_at timestamptz(3),
  revoked_by text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, client_id),
  -- Not led by org_id on purpose: an app says who it is, not whose.
  CONSTRAINT oauth_clients_client UNIQUE (client_id),
  CHECK ((client_type = 'confidential') = (secret_hash IS NOT NULL))
);
CREATE INDEX oauth_clients_dynamic ON oauth_clients (created_at) WHERE registration = 'dynamic';

-- A connection: what one person let one app do in one organization.
CREATE TABLE oauth_grants (
  org_id uuid NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL REFERENCES oauth_clients (client_id),
  user_id uuid NOT NULL,
  -- As the person allowed; what the app and the role allow at the moment narrows each token.
  scopes text[] NOT NULL,
  project_ids text[],
  -- When the app fetched its first token; until then there is a code, and nobody is connected.
  connected_at timestamptz(3),
  last_used_at timestamptz(3),
  -- When the code or the latest refresh token expires: a connection that is not used ends by itself.
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  revoked_by text,
  revoke_reason text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, grant_id),
  -- Not led by org_id on purpose: codes and refresh tokens name the connection alone.
  CONSTRAINT oauth_grants_grant UNIQUE (grant_id),
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members (org_id, user_id)
);
CREATE INDEX oauth_grants_member ON oauth_grants (org_id, user_id);
-- Not led by org_id on purpose: a person's connections in all organizations, and an app's.
CREATE INDEX oauth_grants_user ON oauth_grants (user_id, created_at, grant_id) WHERE revoked_at IS NULL;
CREATE INDEX oauth_grants_client ON oauth_grants (client_id, user_id) WHERE revoked_at IS NULL;
CREATE INDEX oauth_grants_end ON oauth_grants (expires_at);

-- Codes and refresh tokens by their SHA-256. Used ones stay until they expire, so that a second use is noticed.
CREATE TABLE oauth_credentials (
  credential_hash bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('code', 'refresh_token')),
  grant_id text COLLATE "C" NOT NULL REFERENCES oauth_grants (grant_id) ON DELETE CASCADE,
  payload jsonb NOT NULL,
  consumed_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_credentials_grant ON oauth_credentials (grant_id);
CREATE INDEX oauth_credentials_end ON oauth_credentials (expires_at);

-- Authorization requests that wait for a person's answer, by the SHA-256 of their id.
CREATE TABLE oauth_requests (
  request_hash bytea PRIMARY KEY,
  payload jsonb NOT NULL,
  -- Answered once; what follows only leads back to the app.
  decided_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_requests_end ON oauth_requests (expires_at);

-- People signed in on the consent page, by the SHA-256 of the cookie.
CREATE TABLE browser_sessions (
  session_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  signed_in_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX browser_sessions_end ON browser_sessions (expires_at);

ALTER TABLE access_tokens ADD FOREIGN KEY (org_id, grant_id) REFERENCES oauth_grants (org_id, grant_id);
CREATE INDEX access_tokens_grant ON access_tokens (org_id, grant_id) WHERE grant_id IS NOT NULL;
-- What an hour's token leaves behind is deleted soon.
CREATE INDEX access_tokens_of_apps ON access_tokens (expires_at) WHERE grant_type = 'authorization_code';
