-- Finds the mails of invitations that one user had sent in the last day, in whichever organization.
CREATE INDEX organization_invites_inviter ON organization_invites (invited_by) WHERE recent_mails <> '{}';
