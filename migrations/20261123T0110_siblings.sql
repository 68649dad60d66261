-- A refresh token that is sent again at once, since the answer was lost, gives a second pair of tokens beside the first.

ALTER TABLE oauth_credentials
  -- The code or refresh token that was used for this one, and the access token that was handed out along with it.
  ADD COLUMN parent_hash bytea,
  ADD COLUMN token_id text COLLATE "C",
  -- One of two pairs of which neither was used yet: the first that is ends the other.
  ADD COLUMN contested boolean NOT NULL DEFAULT false;

ALTER TABLE access_tokens ADD COLUMN contested boolean NOT NULL DEFAULT false;
