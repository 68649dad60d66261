-- Mail for invitations, and their expiry.

ALTER TABLE organization_invites
  -- When its mail goes out next; null: there is none to send. While it is being sent this lies in the future.
  ADD COLUMN mail_due_at timestamptz(3),
  ADD COLUMN mail_attempts smallint NOT NULL DEFAULT 0;

-- Neither is led by org_id, on purpose: what is due is looked for across organizations.
CREATE INDEX organization_invites_mail ON organization_invites (mail_due_at) WHERE mail_due_at IS NOT NULL;
CREATE INDEX organization_invites_expiry ON organization_invites (expires_at) WHERE status = 'pending';
