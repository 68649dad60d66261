-- Devices that wait for a person to enter their code elsewhere (RFC 8628).

ALTER TABLE oauth_clients ADD COLUMN device_flow boolean NOT NULL DEFAULT false;
UPDATE oauth_clients SET device_flow = true WHERE registration = 'built_in';

-- Once allowed, a device code is a credential of the connection, which is used up like any other.
ALTER TABLE oauth_credentials
  DROP CONSTRAINT oauth_credentials_kind_check,
  ADD CONSTRAINT oauth_credentials_kind_check CHECK (kind IN ('code', 'refresh_token', 'device_code'));

CREATE TABLE oauth_device_codes (
  -- SHA-256 of the device code, which only the device has.
  device_hash bytea PRIMARY KEY,
  -- HMAC of the code that the person enters: it is too short for its hash to be told.
  user_code_hash bytea NOT NULL CONSTRAINT oauth_device_codes_user_code UNIQUE,
  client_id text COLLATE "C" NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  scope text NOT NULL,
  resources text[] NOT NULL,
  -- From where the device asked, for the person to recognise.
  ip text,
  user_agent text,
  -- How long it has to wait between two looks, which grows when it doesn't.
  poll_seconds integer NOT NULL,
  polled_at timestamptz(3),
  decided_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_device_codes_client ON oauth_device_codes (client_id);
CREATE INDEX oauth_device_codes_end ON oauth_device_codes (expires_at);
