-- What a connection and its tokens are good for: the API, the MCP server, or both.

ALTER TABLE oauth_grants ADD COLUMN audiences text[] NOT NULL DEFAULT '{api}'
  CHECK (audiences <@ ARRAY['api', 'mcp'] AND cardinality(audiences) > 0);

-- NULL for tokens that no app holds, and for those that apps were given before this: these are for the API.
ALTER TABLE access_tokens ADD COLUMN audiences text[]
  CHECK (audiences <@ ARRAY['api', 'mcp'] AND cardinality(audiences) > 0);
