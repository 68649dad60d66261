-- Domains that organizations proved by an emailed code, and requests of users with an address of one to join.

CREATE TABLE organization_domains (
  org_id uuid NOT NULL,
  -- In ASCII form and lower case.
  domain text COLLATE "C" NOT NULL,
  mailbox text NOT NULL,
  -- SHA-256 of the last emailed code.
  code_hash bytea,
  code_expires_at timestamptz(3),
  mail_due_at timestamptz(3),
  mail_attempts integer NOT NULL DEFAULT 0,
  -- Times at which a code was requested, within a day before the latest.
  requested_at timestamptz(3)[] NOT NULL DEFAULT '{}',
  verified_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  PRIMARY KEY (org_id, domain)
);
-- On every server, since users find organizations by their domain.
SELECT place_table('organization_domains', NULL);
CREATE INDEX organization_domains_domain ON organization_domains (domain);
CREATE INDEX organization_domains_mail ON organization_domains (mail_due_at) WHERE mail_due_at IS NOT NULL;

CREATE TABLE organization_join_requests (
  org_id uuid NOT NULL,
  user_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'declined')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, user_id)
);
SELECT place_table('organization_join_requests', 'org_id');
ALTER TABLE organization_join_requests ADD FOREIGN KEY (org_id) REFERENCES organizations;
ALTER TABLE organization_join_requests ADD FOREIGN KEY (user_id) REFERENCES users;
