-- The command line of svc itself is an app that is always there: nobody registers, changes or revokes it.

ALTER TABLE oauth_clients
  DROP CONSTRAINT oauth_clients_registration_check,
  ADD CONSTRAINT oauth_clients_registration_check CHECK (registration IN ('developer', 'dynamic', 'built_in'));

INSERT INTO oauth_clients (org_id, client_id, name, name_key, redirect_uris, client_type, allowed_scopes,
  registration, review_state, created_at, updated_at)
VALUES ('00000000-0000-7000-8000-000000000000', 'svc-cli', 'svc on the command line', 'svc on the command line',
  -- On loopback any port will do (RFC 8252, section 7.3).
  '{http://127.0.0.1/callback,http://[::1]/callback}', 'public',
  '{tasks:read,tasks:write,projects:read,projects:write,teams:read,teams:write,org:read,org:write,webhooks:read,webhooks:write,admin}',
  'built_in', 'listed', '2026-11-22T18:00:00Z', '2026-11-22T18:00:00Z');
