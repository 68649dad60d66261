-- The tokens that a refresh token was exchanged for, encrypted, by the SHA-256 of it: within a short time the same token
-- returns them again, since the response may have been lost.
CREATE TABLE oauth_replays (
  credential_hash bytea PRIMARY KEY,
  response text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
SELECT place_table('oauth_replays', 'credential_hash');
CREATE INDEX oauth_replays_expires ON oauth_replays (expires_at);

-- Of two pairs of tokens for one refresh token neither goes on. Only servers of the version before read and write contested,
-- parent_hash and token_id.
UPDATE oauth_credentials SET consumed_at = coalesce(consumed_at, created_at), contested = false WHERE contested;
UPDATE access_tokens SET contested = false WHERE contested;
