-- Apps that describe themselves in a document at an address, which is what they are called in requests.

ALTER TABLE oauth_clients
  ADD COLUMN metadata_url text COLLATE "C",
  -- Until when the document need not be read again.
  ADD COLUMN metadata_expires_at timestamptz(3),
  ADD CHECK ((metadata_url IS NULL) = (metadata_expires_at IS NULL));
-- Not led by org_id on purpose: an app says who it is, not whose.
CREATE UNIQUE INDEX oauth_clients_metadata_url ON oauth_clients (metadata_url) WHERE metadata_url IS NOT NULL;
