-- Users, organizations, members, invitations, designations, availability.
-- org_id leads every key of an organization's tables, so that they can be sharded by it and no index serves two tenants.

CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Places a table that a migration creates, before its foreign keys are added: sharded by a column, or a copy on every
-- server where the column is null. Does nothing on one server; `svc-server distribute` replaces its body.
CREATE FUNCTION place_table(name regclass, by_column text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
END $$;

CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  kind text NOT NULL DEFAULT 'user' CHECK (kind IN ('user', 'service_account')),
  -- Identity: iss and sub of the ID token. Null for service accounts.
  issuer text,
  subject text,
  -- The organization of a service account; null for people.
  home_org_id uuid,
  username text NOT NULL,
  username_key text NOT NULL COLLATE "C",
  email text,
  email_key text COLLATE "C",
  email_verified boolean NOT NULL DEFAULT false,
  name text,
  -- iat of the token that the profile comes from: an older token never overwrites a newer profile.
  profile_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- Sort key of service accounts; people sort by username.
  name_key text COLLATE "C",
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

-- The system organization owns the global designations and the apps that registered themselves.
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
  category_key text COLLATE "C" NOT NULL DEFAULT 'custom',
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
  -- No composite foreign key: designations belong to the organization or to the system organization.
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
  -- When the default sections of the user were created: at their first read.
  lanes_made_at timestamptz(3),
  PRIMARY KEY (org_id, user_id)
);
CREATE UNIQUE INDEX organization_members_username ON organization_members (org_id, username_key);
-- Memberships of a session are looked up by user on every request.
CREATE INDEX organization_members_user ON organization_members (user_id) WHERE deleted_at IS NULL;
CREATE INDEX organization_members_designation ON organization_members (org_id, designation_id)
  WHERE designation_id IS NOT NULL;
CREATE INDEX organization_members_service ON organization_members (org_id, user_id) WHERE kind = 'service_account';

CREATE TABLE organization_invites (
  org_id uuid NOT NULL REFERENCES organizations,
  invite_id text COLLATE "C" NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL COLLATE "C",
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'guest')),
  designation_id text COLLATE "C",
  -- A pending invitation past expires_at reads as expired; the next write updates the row.
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
  -- When its mail is due; null when there is none to send. While it is being sent, a time in the future.
  mail_due_at timestamptz(3),
  mail_attempts smallint NOT NULL DEFAULT 0,
  -- Times at which a mail was requested and sent within the last day, counted by the limits.
  recent_sends timestamptz(3)[] NOT NULL DEFAULT '{}',
  recent_mails timestamptz(3)[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (org_id, invite_id)
);
CREATE UNIQUE INDEX organization_invites_live ON organization_invites (org_id, email_key) WHERE status = 'pending';
-- Not led by org_id: invited users find their invitations across organizations.
CREATE INDEX organization_invites_email ON organization_invites (email_key, created_at);
CREATE INDEX organization_invites_designation ON organization_invites (org_id, designation_id)
  WHERE designation_id IS NOT NULL AND status = 'pending';
-- Not led by org_id: the worker looks across organizations.
CREATE INDEX organization_invites_mail ON organization_invites (mail_due_at) WHERE mail_due_at IS NOT NULL;
CREATE INDEX organization_invites_expiry ON organization_invites (expires_at) WHERE status = 'pending';
CREATE INDEX organization_invites_inviter ON organization_invites (invited_by) WHERE recent_mails <> '{}';

-- Addresses, in the form in which addresses are compared, whose owners want no invitations.
CREATE TABLE invitation_stops (
  email_key text COLLATE "C" PRIMARY KEY,
  created_at timestamptz(3) NOT NULL
);

-- Organizations that a user is or was a member of, for databases sharded by organization.
CREATE TABLE user_organizations (
  user_id uuid NOT NULL REFERENCES users,
  org_id uuid NOT NULL,
  PRIMARY KEY (user_id, org_id)
);

-- Absences of members. An entry belongs to the user and shows in each of their teams.
CREATE TABLE availability (
  org_id uuid NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  -- Both days inclusive; entries of a user do not overlap.
  start_date date NOT NULL,
  end_date date NOT NULL CHECK (end_date >= start_date),
  note text,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, entry_id),
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members
);
-- Entries of a user do not overlap, so they end in the order of their starts.
CREATE INDEX availability_person ON availability (org_id, user_id, end_date);

-- Designations of every organization. Members store their ids, so ids never change. All texts are ASCII, which lower()
-- folds alike in every locale under "C".
INSERT INTO designations (org_id, designation_id, label, label_key, slug, category, category_key, aliases, legacy_value,
  sort_order, is_system, created_at, updated_at)
SELECT '00000000-0000-7000-8000-000000000000', designation_id, label, lower(label COLLATE "C"), slug, category,
  lower(category COLLATE "C"), aliases::text[], legacy_value, sort_order, true, '2026-11-20T14:00:00Z',
  '2026-11-20T14:00:00Z'
FROM (VALUES
  ('D0000000000000101', 'Chief Executive Officer', 'chief-executive-officer', 'Leadership', '{"CEO","Managing Director"}', 'ceo', 100),
  ('D0000000000000102', 'Chief Operating Officer', 'chief-operating-officer', 'Leadership', '{"COO"}', 'coo', 102),
  ('D0000000000000103', 'Chief Technology Officer', 'chief-technology-officer', 'Leadership', '{"CTO"}', 'cto', 104),
  ('D0000000000000104', 'Chief Financial Officer', 'chief-financial-officer', 'Leadership', '{"CFO"}', 'cfo', 106),
  ('D0000000000000105', 'Vice President', 'vice-president', 'Leadership', '{"VP"}', NULL, 108),
  ('D0000000000000106', 'Director', 'director', 'Leadership', '{}', 'director', 110),
  ('D0000000000000107', 'Head of Department', 'head-of-department', 'Leadership', '{"Department Head"}', 'department_head', 112),
  ('D0000000000000201', 'Product Manager', 'product-manager', 'Product', '{"PdM"}', 'product_manager', 200),
  ('D0000000000000202', 'Product Owner', 'product-owner', 'Product', '{"PO"}', 'product_owner', 202),
  ('D0000000000000203', 'Program Manager', 'program-manager', 'Product', '{"Programme Manager","PgM"}', NULL, 204),
  ('D0000000000000204', 'Project Manager', 'project-manager', 'Product', '{"PjM","Project Lead"}', 'project_manager', 206),
  ('D0000000000000205', 'Scrum Master', 'scrum-master', 'Product', '{"Agile Coach"}', 'scrum_master', 208),
  ('D0000000000000206', 'Business Analyst', 'business-analyst', 'Product', '{"BA"}', 'business_analyst', 210),
  ('D0000000000000301', 'Engineering Manager', 'engineering-manager', 'Engineering', '{"EM"}', NULL, 300),
  ('D0000000000000302', 'Software Architect', 'software-architect', 'Engineering', '{"Architect","Solution Architect"}', 'architect', 302),
  ('D0000000000000303', 'Tech Lead', 'tech-lead', 'Engineering', '{"Technical Lead","Lead Engineer","Lead Developer"}', 'tech_lead', 304),
  ('D0000000000000304', 'Software Engineer', 'software-engineer', 'Engineering', '{"SWE","Developer","Software Developer","Programmer"}', 'developer', 306),
  ('D0000000000000305', 'Frontend Engineer', 'frontend-engineer', 'Engineering', '{"Front-end Engineer","Frontend Developer"}', 'frontend_developer', 308),
  ('D0000000000000306', 'Backend Engineer', 'backend-engineer', 'Engineering', '{"Back-end Engineer","Backend Developer"}', 'backend_developer', 310),
  ('D0000000000000307', 'Full-Stack Engineer', 'full-stack-engineer', 'Engineering', '{"Full Stack Engineer","Full-Stack Developer"}', 'fullstack_developer', 312),
  ('D0000000000000308', 'Mobile Engineer', 'mobile-engineer', 'Engineering', '{"Mobile Developer","iOS Developer","Android Developer"}', 'mobile_developer', 314),
  ('D0000000000000309', 'Embedded Engineer', 'embedded-engineer', 'Engineering', '{"Firmware Engineer"}', NULL, 316),
  ('D0000000000000310', 'DevOps Engineer', 'devops-engineer', 'Engineering', '{"DevOps","Platform Engineer"}', 'devops', 318),
  ('D0000000000000311', 'Site Reliability Engineer', 'site-reliability-engineer', 'Engineering', '{"SRE"}', NULL, 320),
  ('D0000000000000312', 'Security Engineer', 'security-engineer', 'Engineering', '{"InfoSec Engineer"}', NULL, 322),
  ('D0000000000000401', 'QA Lead', 'qa-lead', 'Quality', '{"Test Lead","QA Manager"}', NULL, 400),
  ('D0000000000000402', 'QA Engineer', 'qa-engineer', 'Quality', '{"Tester","Test Engineer","Quality Engineer"}', 'tester', 402),
  ('D0000000000000403', 'Test Automation Engineer', 'test-automation-engineer', 'Quality', '{"SDET"}', NULL, 404),
  ('D0000000000000404', 'Release Manager', 'release-manager', 'Quality', '{}', NULL, 406),
  ('D0000000000000501', 'Design Lead', 'design-lead', 'Design', '{"Art Director"}', NULL, 500),
  ('D0000000000000502', 'Product Designer', 'product-designer', 'Design', '{"Designer"}', 'designer', 502),
  ('D0000000000000503', 'UX Designer', 'ux-designer', 'Design', '{"User Experience Designer"}', 'ux_designer', 504),
  ('D0000000000000504', 'UI Designer', 'ui-designer', 'Design', '{"User Interface Designer"}', 'ui_designer', 506),
  ('D0000000000000505', 'UX Researcher', 'ux-researcher', 'Design', '{"User Researcher"}', NULL, 508),
  ('D0000000000000506', 'Graphic Designer', 'graphic-designer', 'Design', '{"Illustrator"}', NULL, 510),
  ('D0000000000000507', 'Technical Writer', 'technical-writer', 'Design', '{"Documentation Writer"}', 'technical_writer', 512),
  ('D0000000000000601', 'Data Analyst', 'data-analyst', 'Data', '{}', 'data_analyst', 600),
  ('D0000000000000602', 'Data Engineer', 'data-engineer', 'Data', '{}', 'data_engineer', 602),
  ('D0000000000000603', 'Data Scientist', 'data-scientist', 'Data', '{}', 'data_scientist', 604),
  ('D0000000000000604', 'Machine Learning Engineer', 'machine-learning-engineer', 'Data', '{"ML Engineer","AI Engineer"}', NULL, 606),
  ('D0000000000000605', 'Database Administrator', 'database-administrator', 'Data', '{"DBA"}', 'dba', 608),
  ('D0000000000000701', 'Marketing Manager', 'marketing-manager', 'Marketing and Sales', '{}', 'marketing_manager', 700),
  ('D0000000000000702', 'Content Strategist', 'content-strategist', 'Marketing and Sales', '{"Content Writer","Copywriter"}', NULL, 702),
  ('D0000000000000703', 'Sales Manager', 'sales-manager', 'Marketing and Sales', '{"Sales Lead"}', 'sales_manager', 704),
  ('D0000000000000704', 'Account Manager', 'account-manager', 'Marketing and Sales', '{"Account Executive"}', 'account_manager', 706),
  ('D0000000000000705', 'Customer Success Manager', 'customer-success-manager', 'Marketing and Sales', '{"CSM"}', NULL, 708),
  ('D0000000000000706', 'Support Engineer', 'support-engineer', 'Marketing and Sales', '{"Customer Support","Support Agent"}', 'support', 710),
  ('D0000000000000801', 'Operations Manager', 'operations-manager', 'Operations', '{}', 'operations_manager', 800),
  ('D0000000000000802', 'IT Administrator', 'it-administrator', 'Operations', '{"System Administrator","Sysadmin"}', 'sysadmin', 802),
  ('D0000000000000803', 'HR Manager', 'hr-manager', 'Operations', '{"Human Resources Manager","People Manager"}', 'hr_manager', 804),
  ('D0000000000000804', 'Recruiter', 'recruiter', 'Operations', '{"Talent Acquisition"}', NULL, 806),
  ('D0000000000000805', 'Finance Manager', 'finance-manager', 'Operations', '{"Controller"}', NULL, 808),
  ('D0000000000000806', 'Accountant', 'accountant', 'Operations', '{"Bookkeeper"}', 'accountant', 810),
  ('D0000000000000807', 'Legal Counsel', 'legal-counsel', 'Operations', '{"Lawyer"}', NULL, 812),
  ('D0000000000000808', 'Assistant', 'assistant', 'Operations', '{"Executive Assistant","Office Manager"}', NULL, 814),
  ('D0000000000000901', 'Consultant', 'consultant', 'External', '{"Advisor"}', 'consultant', 900),
  ('D0000000000000902', 'Contractor', 'contractor', 'External', '{"Freelancer"}', 'contractor', 902),
  ('D0000000000000903', 'Client', 'client', 'External', '{"Customer"}', 'client', 904),
  ('D0000000000000904', 'Intern', 'intern', 'External', '{"Trainee","Working Student"}', 'intern', 906)
) AS shipped (designation_id, label, slug, category, aliases, legacy_value, sort_order);
