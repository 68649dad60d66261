-- Access tokens, OAuth apps and their connections, sign-ins in browsers, idempotency keys.

CREATE TABLE oauth_clients (
  -- The system organization for apps that registered dynamically.
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
  registration text NOT NULL DEFAULT 'developer' CHECK (registration IN ('developer', 'dynamic', 'built_in')),
  review_state text NOT NULL DEFAULT 'private' CHECK (review_state IN ('private', 'listed')),
  -- SHA-256 of the random secrets; the previous one is valid until it expires.
  secret_hash bytea,
  secret_rotated_at timestamptz(3),
  previous_secret_hash bytea,
  previous_secret_expires_at timestamptz(3),
  -- Requests with its access tokens, counted here because expired tokens are deleted.
  use_count bigint NOT NULL DEFAULT 0,
  last_used_at timestamptz(3),
  created_by text,
  revoked_at timestamptz(3),
  revoked_by text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  device_flow boolean NOT NULL DEFAULT false,
  -- The client metadata document that an app uses as its client id, and when it is read again.
  metadata_url text COLLATE "C",
  metadata_expires_at timestamptz(3),
  PRIMARY KEY (org_id, client_id),
  -- Not led by org_id: requests name the app only.
  CONSTRAINT oauth_clients_client UNIQUE (client_id),
  CHECK ((client_type = 'confidential') = (secret_hash IS NOT NULL)),
  CHECK ((metadata_url IS NULL) = (metadata_expires_at IS NULL))
);
CREATE INDEX oauth_clients_dynamic ON oauth_clients (created_at) WHERE registration = 'dynamic';
-- Not led by org_id: requests name the app only.
CREATE UNIQUE INDEX oauth_clients_metadata_url ON oauth_clients (metadata_url) WHERE metadata_url IS NOT NULL;

-- The command line client, which exists in every installation.
INSERT INTO oauth_clients (org_id, client_id, name, name_key, redirect_uris, client_type, allowed_scopes,
  registration, review_state, device_flow, created_at, updated_at)
VALUES ('00000000-0000-7000-8000-000000000000', 'svc-cli', 'svc on the command line', 'svc on the command line',
  -- Any port is accepted on loopback (RFC 8252, section 7.3).
  '{http://127.0.0.1/callback,http://[::1]/callback}', 'public',
  '{tasks:read,tasks:write,projects:read,projects:write,teams:read,teams:write,org:read,org:write,webhooks:read,webhooks:write,admin}',
  'built_in', 'listed', true, '2026-11-22T18:00:00Z', '2026-11-22T18:00:00Z');

-- A connection: the access that one user granted to one app in one organization.
CREATE TABLE oauth_grants (
  org_id uuid NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL REFERENCES oauth_clients (client_id),
  user_id uuid NOT NULL,
  -- Scopes that the user allowed; the app and the user's role narrow each token further.
  scopes text[] NOT NULL,
  project_ids text[],
  -- When the app fetched its first token; null while only a code exists.
  connected_at timestamptz(3),
  last_used_at timestamptz(3),
  -- Expiry of the code or the latest refresh token, which ends an unused connection.
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  revoked_by text,
  revoke_reason text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  audiences text[] NOT NULL DEFAULT '{api}' CHECK (audiences <@ ARRAY['api', 'mcp'] AND cardinality(audiences) > 0),
  PRIMARY KEY (org_id, grant_id),
  -- Not led by org_id: codes and refresh tokens name the connection only.
  CONSTRAINT oauth_grants_grant UNIQUE (grant_id),
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members (org_id, user_id)
);
CREATE INDEX oauth_grants_member ON oauth_grants (org_id, user_id);
-- Not led by org_id: connections of a user, and of an app, in all organizations.
CREATE INDEX oauth_grants_user ON oauth_grants (user_id, created_at, grant_id) WHERE revoked_at IS NULL;
CREATE INDEX oauth_grants_client ON oauth_grants (client_id, user_id) WHERE revoked_at IS NULL;
CREATE INDEX oauth_grants_end ON oauth_grants (expires_at);

-- Codes, device codes and refresh tokens by their SHA-256. Used ones stay until they expire, so that reuse is detected.
CREATE TABLE oauth_credentials (
  credential_hash bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('code', 'refresh_token', 'device_code')),
  grant_id text COLLATE "C" NOT NULL REFERENCES oauth_grants (grant_id) ON DELETE CASCADE,
  payload jsonb NOT NULL,
  consumed_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  org_id uuid
);
CREATE INDEX oauth_credentials_grant ON oauth_credentials (grant_id);
CREATE INDEX oauth_credentials_end ON oauth_credentials (expires_at);

-- Token responses, encrypted, by the SHA-256 of the refresh token: within its grace period the same token returns the
-- same response, since the first may have been lost.
CREATE TABLE oauth_replays (
  credential_hash bytea PRIMARY KEY,
  response text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_replays_expires ON oauth_replays (expires_at);

-- Authorization requests that wait for consent, by the SHA-256 of their id.
CREATE TABLE oauth_requests (
  request_hash bytea PRIMARY KEY,
  payload jsonb NOT NULL,
  -- When consent was granted or denied; a request is decided once.
  decided_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_requests_end ON oauth_requests (expires_at);

-- Devices that wait for a user to enter their code (RFC 8628).
CREATE TABLE oauth_device_codes (
  -- SHA-256 of the device code.
  device_hash bytea PRIMARY KEY,
  -- HMAC of the user code, which is too short for a plain hash.
  user_code_hash bytea NOT NULL CONSTRAINT oauth_device_codes_user_code UNIQUE,
  client_id text COLLATE "C" NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  scope text NOT NULL,
  resources text[] NOT NULL,
  -- Shown to the user to recognize the device.
  ip text,
  user_agent text,
  -- Minimum interval between polls; grows when the device polls faster (slow_down).
  poll_seconds integer NOT NULL,
  polled_at timestamptz(3),
  decided_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_device_codes_client ON oauth_device_codes (client_id);
CREATE INDEX oauth_device_codes_end ON oauth_device_codes (expires_at);

CREATE TABLE access_tokens (
  org_id uuid NOT NULL REFERENCES organizations,
  token_id text COLLATE "C" NOT NULL,
  token_hash bytea NOT NULL,
  token_prefix text NOT NULL,
  principal_user_id uuid NOT NULL,
  created_by uuid NOT NULL REFERENCES users,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  kind text NOT NULL CHECK (kind IN ('live', 'test')),
  grant_type text NOT NULL CHECK (grant_type IN ('personal', 'service_account', 'authorization_code')),
  scopes text[] NOT NULL,
  project_ids text[],
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  use_count bigint NOT NULL DEFAULT 0,
  -- In the future during the grace period of a rotation: the token works until then.
  revoked_at timestamptz(3),
  revoked_by text,
  revoke_reason text,
  rotated_from text,
  client_id text COLLATE "C",
  grant_id text COLLATE "C",
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- Null for tokens of users and service accounts: API only.
  audiences text[] CHECK (audiences <@ ARRAY['api', 'mcp'] AND cardinality(audiences) > 0),
  PRIMARY KEY (org_id, token_id),
  FOREIGN KEY (org_id, principal_user_id) REFERENCES organization_members (org_id, user_id),
  FOREIGN KEY (org_id, grant_id) REFERENCES oauth_grants (org_id, grant_id)
);
-- Not led by org_id: finds the organization of a request.
CREATE UNIQUE INDEX access_tokens_hash ON access_tokens (token_hash);
CREATE INDEX access_tokens_principal ON access_tokens (org_id, principal_user_id);
CREATE INDEX access_tokens_grant ON access_tokens (org_id, grant_id) WHERE grant_id IS NOT NULL;
-- Expired tokens of apps are deleted.
CREATE INDEX access_tokens_of_apps ON access_tokens (expires_at) WHERE grant_type = 'authorization_code';

-- The organization of each access token by its SHA-256, for databases sharded by organization.
CREATE TABLE token_organizations (
  token_hash bytea PRIMARY KEY,
  org_id uuid NOT NULL
);
CREATE INDEX token_organizations_organization ON token_organizations (org_id);

-- Adds rows missing in user_organizations and token_organizations. Nothing reads these tables on one server, so they are
-- completed before a database is sharded.
CREATE FUNCTION note_organizations() RETURNS void LANGUAGE sql AS $$
  INSERT INTO user_organizations SELECT user_id, org_id FROM organization_members ON CONFLICT DO NOTHING;
  INSERT INTO token_organizations SELECT token_hash, org_id FROM access_tokens ON CONFLICT DO NOTHING;
$$;

-- Sign-ins in browsers by the SHA-256 of the cookie, for the console and the pages of apps.
CREATE TABLE browser_sessions (
  session_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  signed_in_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  session_id text NOT NULL UNIQUE,
  -- auth_time of the ID token; null if the provider omits it.
  authenticated_at timestamptz(3),
  last_seen_at timestamptz(3) NOT NULL,
  ip text,
  user_agent text,
  -- The encrypted ID token, sent to the provider at sign-out.
  id_token text,
  -- sid and sub of the ID token, by which the provider's logout tokens name the session.
  provider_sid text,
  provider_sub text
);
CREATE INDEX browser_sessions_end ON browser_sessions (expires_at);
CREATE INDEX browser_sessions_person ON browser_sessions (user_id, signed_in_at);
CREATE INDEX browser_sessions_provider ON browser_sessions (provider_sid);

-- Logout tokens that were accepted, by the hash of their jti, for as long as they are valid.
CREATE TABLE logout_tokens (
  jti_hash bytea PRIMARY KEY,
  token_hash bytea NOT NULL,
  -- Number of times the same token was received.
  uses integer NOT NULL DEFAULT 1,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX logout_tokens_end ON logout_tokens (expires_at);

-- Responses of writes with an Idempotency-Key, stored for 24 hours. Not led by org_id: a key belongs to a user.
CREATE TABLE idempotency_keys (
  principal uuid NOT NULL,
  key text NOT NULL COLLATE "C",
  fingerprint text NOT NULL,
  status smallint NOT NULL,
  headers jsonb NOT NULL,
  body text NOT NULL,
  -- Whether the stored response is encrypted, because it contains a secret.
  sealed boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (principal, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Check values derived from the encryption keys: a start verifies that the configured keys are those of the data.
CREATE TABLE secret_key_checks (
  version integer PRIMARY KEY,
  check_value text NOT NULL
);
