-- When an invitation was to be mailed, and when mails of it went out, within the last day: what the limits count.
ALTER TABLE organization_invites
  ADD COLUMN recent_sends timestamptz(3)[] NOT NULL DEFAULT '{}',
  ADD COLUMN recent_mails timestamptz(3)[] NOT NULL DEFAULT '{}';

-- Addresses whose owners want no mail of invitations, in the form in which addresses are compared.
CREATE TABLE invitation_stops (
  email_key text COLLATE "C" PRIMARY KEY,
  created_at timestamptz(3) NOT NULL
);
