-- Built-in accounts, with which users sign in without an identity provider, and further identities of users.
-- Rows are on every server: a user belongs to any number of organizations.

CREATE TABLE accounts (
  account_id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL UNIQUE,
  email_verified boolean NOT NULL,
  -- Raised when a way to sign in changes: pending sign-ins of an earlier number are void.
  auth_epoch integer NOT NULL DEFAULT 1,
  version integer NOT NULL DEFAULT 1,
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
SELECT place_table('accounts', NULL);
ALTER TABLE accounts ADD CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users;

CREATE TABLE account_credentials (
  account_id uuid NOT NULL,
  -- `password`, `totp`, the SHA-256 of a recovery code, or the credential ID of a passkey.
  credential_id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('password', 'totp', 'recovery_code', 'passkey')),
  -- The hash of a password, the encrypted secret of TOTP, or the public key of a passkey.
  secret text,
  -- The last accepted time step of TOTP, or the signature counter of a passkey.
  counter bigint,
  name text,
  transports text[],
  -- Null while TOTP is being set up.
  confirmed_at timestamptz(3),
  last_used_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, credential_id)
);
SELECT place_table('account_credentials', NULL);
ALTER TABLE account_credentials ADD CONSTRAINT account_credentials_account_id_fkey
  FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE;
CREATE UNIQUE INDEX account_credentials_passkey ON account_credentials (credential_id) WHERE kind = 'passkey';

-- Single-use links, by the SHA-256 of their secret. A link is used up by finishing its form, not by opening it.
CREATE TABLE account_links (
  link_hash bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('setup', 'reset', 'sign_in', 'invitation', 'join', 'passkey')),
  account_id uuid,
  email text,
  -- The invitation that the link accepts. No foreign key: invitations are on the server of their organization.
  org_id uuid,
  invite_id text COLLATE "C",
  -- Whether the link was sent by email, so that its use proves the address.
  mailed boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
SELECT place_table('account_links', NULL);
ALTER TABLE account_links ADD CONSTRAINT account_links_account_id_fkey
  FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE;
CREATE INDEX account_links_end ON account_links (expires_at);
CREATE INDEX account_links_account ON account_links (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX account_links_invite ON account_links (invite_id) WHERE invite_id IS NOT NULL;

-- Failed sign-ins of an email address or an IP, by SHA-256.
CREATE TABLE sign_in_failures (
  failure_key bytea PRIMARY KEY,
  failures integer NOT NULL,
  blocked_until timestamptz(3),
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_failures_age ON sign_in_failures (updated_at);

-- Identities of a user besides the one in `users`.
CREATE TABLE identities (
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (issuer, subject)
);
SELECT place_table('identities', NULL);
ALTER TABLE identities ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users;
CREATE INDEX identities_user ON identities (user_id);

ALTER TABLE organization_settings ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false;
