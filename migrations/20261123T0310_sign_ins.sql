-- A sign-in in a browser holds for the console and for the pages of apps. Those there are were for the pages alone, for an
-- hour, and say nothing of what is asked of one now.
DELETE FROM browser_sessions;
ALTER TABLE browser_sessions
  ADD COLUMN session_id text NOT NULL UNIQUE,
  -- When the person last proved to the identity provider who they are; null where it did not say so.
  ADD COLUMN authenticated_at timestamptz(3),
  ADD COLUMN last_seen_at timestamptz(3) NOT NULL,
  ADD COLUMN ip text,
  ADD COLUMN user_agent text,
  -- The ID token, sealed: the provider wants to see it again when the person signs out.
  ADD COLUMN id_token text;
CREATE INDEX browser_sessions_person ON browser_sessions (user_id, signed_in_at);
