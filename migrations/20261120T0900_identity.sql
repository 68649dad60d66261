-- People, organizations, memberships, invitations, designations, access tokens.
-- org_id leads every tenant key, so that the tables can be sharded by it and no index serves two tenants at once.

CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  kind text NOT NULL DEFAULT 'user' CHECK (kind IN ('user', 'service_account')),
  -- iss and sub of the session token are the identity; a service account has neither.
  issuer text,
  subject text,
  -- The organization a service account belongs to; people belong to none.
  home_org_id uuid,
  username text NOT NULL,
  username_key text NOT NULL COLLATE "C",
  email text,
  email_key text COLLATE "C",
  email_verified boolean NOT NULL DEFAULT false,
  name text,
  -- iat of the session token the profile was taken from: an older token never overwrites a newer profile.
  profile_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((kind = 'user') = (issuer IS NOT NULL AND subject IS NOT NULL)),
  CHECK ((kind = 'service_account') = (home_org_id IS NOT NULL))
);
CREATE UNIQUE INDEX users_identity ON users (issuer, subject);
CREATE UNIQUE INDEX users_username ON users (username_key) WHERE kind = 'user';
CREATE UNIQUE INDEX users_service_username ON users (home_org_id, username_key) WHERE kind = 'service_account';

CREATE TABLE organizations (
  org_id uuid PRIMARY KEY,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  description text NOT NULL DEFAULT '',
  logo text,
  email text,
  metadata jsonb,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  delete_reason text
);

-- The fixed system organization: owner of global designations and of dynamically registered apps.
INSERT INTO organizations (org_id, name, name_key, created_at, updated_at)
VALUES ('00000000-0000-7000-8000-000000000000', 'System', 'system', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z');

CREATE TABLE organization_settings (
  org_id uuid PRIMARY KEY REFERENCES organizations,
  default_visibility text NOT NULL DEFAULT 'public' CHECK (default_visibility IN ('public', 'private')),
  domain_join_mode text NOT NULL DEFAULT 'approval' CHECK (domain_join_mode IN ('instant', 'approval')),
  audit_retention_days integer CHECK (audit_retention_days >= 1),
  allow_personal_tokens boolean NOT NULL DEFAULT true,
  max_token_ttl_days integer CHECK (max_token_ttl_days BETWEEN 1 AND 3650),
  require_token_expiry boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  updated_by text
);

CREATE TABLE designations (
  org_id uuid NOT NULL REFERENCES organizations,
  designation_id text COLLATE "C" NOT NULL,
  label text NOT NULL,
  label_key text NOT NULL COLLATE "C",
  slug text,
  category text NOT NULL DEFAULT 'Custom',
  aliases text[] NOT NULL DEFAULT '{}',
  legacy_value text,
  is_system boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  sort_order integer,
  metadata jsonb,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, designation_id)
);
CREATE UNIQUE INDEX designations_label ON designations (org_id, label_key) WHERE is_active;

CREATE TABLE designation_visibility (
  org_id uuid NOT NULL REFERENCES organizations,
  designation_id text COLLATE "C" NOT NULL,
  hidden boolean NOT NULL DEFAULT false,
  pinned boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by text,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, designation_id)
);

CREATE TABLE organization_members (
  org_id uuid NOT NULL REFERENCES organizations,
  user_id uuid NOT NULL REFERENCES users,
  kind text NOT NULL DEFAULT 'user' CHECK (kind IN ('user', 'service_account')),
  username text NOT NULL,
  username_key text NOT NULL COLLATE "C",
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'guest')),
  -- A global designation or the organization's own: two possible owners, so no composite foreign key.
  designation_id text COLLATE "C",
  is_active boolean NOT NULL DEFAULT true,
  invited_by text,
  invited_at timestamptz(3),
  accepted_at timestamptz(3),
  last_active_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  updated_by text,
  deleted_at timestamptz(3),
  deleted_by text,
  delete_reason text,
  PRIMARY KEY (org_id, user_id)
);
CREATE UNIQUE INDEX organization_members_username ON organization_members (org_id, username_key);
-- A session's memberships are looked up by person on every request.
CREATE INDEX organization_members_user ON organization_members (user_id) WHERE deleted_at IS NULL;

CREATE TABLE organization_invites (
  org_id uuid NOT NULL REFERENCES organizations,
  invite_id text COLLATE "C" NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL COLLATE "C",
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'guest')),
  designation_id text COLLATE "C",
  -- 'pending' past expires_at reads as expired at once; the row says so when somebody next writes it.
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'expired', 'cancelled', 'accepted')),
  invited_by text NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  cancel_date timestamptz(3),
  accepted_at timestamptz(3),
  accepted_by text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  updated_by text,
  PRIMARY KEY (org_id, invite_id)
);
CREATE UNIQUE INDEX organization_invites_live ON organization_invites (org_id, email_key) WHERE status = 'pending';
-- Not led by org_id on purpose: an invited person looks for itself across organizations.
CREATE INDEX organization_invites_email ON organization_invites (email_key, created_at);

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
  -- In the future during a rotation's grace: the token works until then.
  revoked_at timestamptz(3),
  revoked_by text,
  revoke_reason text,
  rotated_from text,
  client_id text COLLATE "C",
  grant_id text COLLATE "C",
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, token_id),
  FOREIGN KEY (org_id, principal_user_id) REFERENCES organization_members (org_id, user_id)
);
-- Not led by org_id on purpose: the look-up that finds out which organization a request belongs to.
CREATE UNIQUE INDEX access_tokens_hash ON access_tokens (token_hash);
CREATE INDEX access_tokens_principal ON access_tokens (org_id, principal_user_id);

-- Answers of writes sent with an Idempotency-Key, kept for 24 hours. Not led by org_id: a key belongs to a person.
CREATE TABLE idempotency_keys (
  principal uuid NOT NULL,
  key text NOT NULL COLLATE "C",
  fingerprint text NOT NULL,
  status smallint NOT NULL,
  headers jsonb NOT NULL,
  body text NOT NULL,
  -- Answers that hold a secret are stored encrypted.
  sealed boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (principal, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- The ledger: one append-only row per change, written in the change's own transaction.
-- Task history, the audit log and webhook fan-out read it.
CREATE TABLE events (
  org_id uuid NOT NULL REFERENCES organizations,
  event_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  resource_type text NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  -- The comment's, attachment's, … own id where resource_id is the task's.
  part_id text COLLATE "C",
  project_id text COLLATE "C",
  -- The side a moved task came from, so that a move reaches the readers of both projects.
  from_project_id text COLLATE "C",
  actor_kind text NOT NULL,
  actor_user_id uuid,
  actor_username text,
  token_id text COLLATE "C",
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  request_id text COLLATE "C",
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, event_id)
);
CREATE INDEX events_time ON events (org_id, created_at, event_id);
CREATE INDEX events_resource ON events (org_id, resource_id, created_at, event_id);
-- What the audit's retention deletes, and what is rare in an audit: neither passes over years of tasks' history.
CREATE INDEX events_beside_tasks ON events (org_id, created_at, event_id) WHERE resource_type <> 'task';
