-- What the identity provider calls a sign-in and its person, by which it tells later that they signed out there. A process
-- from before this leaves both empty; the person is then known by the row in users.
ALTER TABLE browser_sessions
  ADD COLUMN provider_sid text,
  ADD COLUMN provider_sub text;
CREATE INDEX browser_sessions_provider ON browser_sessions (provider_sid);

-- Logout tokens of the provider that were taken, by the hash of their jti, for as long as they would be taken.
CREATE TABLE logout_tokens (
  jti_hash bytea PRIMARY KEY,
  token_hash bytea NOT NULL,
  -- How often the same one was sent.
  uses integer NOT NULL DEFAULT 1,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX logout_tokens_end ON logout_tokens (expires_at);
