-- Webhooks: who wants to be told of what, the log of what each was told, and the queue of what is still to be sent.

CREATE TABLE webhook_subscriptions (
  org_id uuid NOT NULL REFERENCES organizations,
  subscription_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  url text NOT NULL,
  api_version text NOT NULL,
  events text[] NOT NULL,
  -- Null: the whole organization.
  project_ids text[],
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'disabled')),
  disabled_reason text CHECK (disabled_reason IN ('consecutive_failures', 'gone', 'owner_gone')),
  -- What this member may know is what it is told.
  owner_user_id uuid NOT NULL,
  -- Sealed, bound to the row.
  secret text NOT NULL,
  secret_prefix text NOT NULL,
  key_version integer NOT NULL,
  secret_rotated_at timestamptz(3),
  previous_secret text,
  previous_secret_expires_at timestamptz(3),
  -- How its endpoint fares; written by the worker, with no new version.
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz(3),
  -- Numbers the runs of failures, so that a delivery counts once in each.
  failure_run integer NOT NULL DEFAULT 0,
  -- Successes since the last failure: how many deliveries it is given at once.
  successes integer NOT NULL DEFAULT 0,
  -- Left alone until then: it failed a moment ago, or asked for it.
  rests_until timestamptz(3),
  -- While it fails it is given one delivery at a time: that is on its way until then.
  probed_until timestamptz(3),
  last_delivery_status text CHECK (last_delivery_status IN ('succeeded', 'failed')),
  last_delivery_at timestamptz(3),
  last_success_at timestamptz(3),
  -- When it was last tested, and deliveries replayed: within the last minute, or of no more interest.
  recent_tests timestamptz(3)[] NOT NULL DEFAULT '{}',
  recent_replays timestamptz(3)[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  PRIMARY KEY (org_id, subscription_id),
  FOREIGN KEY (org_id, owner_user_id) REFERENCES organization_members
) WITH (fillfactor = 50); -- the worker's writes then stay on their page, and touch no index
-- Asked by every change: an organization without an active webhook costs it a look into a small index.
CREATE INDEX webhook_subscriptions_active ON webhook_subscriptions (org_id) WHERE status = 'active' AND deleted_at IS NULL;
CREATE INDEX webhook_subscriptions_name ON webhook_subscriptions (org_id, name_key, subscription_id);
CREATE INDEX webhook_subscriptions_age ON webhook_subscriptions (org_id, created_at, subscription_id);

-- No foreign key to the subscription: changes that come together would all have to lock its row, and what inserts here
-- has read it in the same organization. Subscriptions are never taken out of their table.
CREATE TABLE webhook_deliveries (
  org_id uuid NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C",
  event_type text NOT NULL,
  -- webhook-id and the body's id: the delivery's own, or of a replay the original's.
  message_id text COLLATE "C" NOT NULL,
  replay_of text COLLATE "C",
  -- The bytes that are signed and sent.
  body text NOT NULL,
  -- Whose knowledge the body holds, and of which project it tells.
  made_for uuid NOT NULL,
  project_id text COLLATE "C",
  -- What is being sent right now is told by the queue.
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed', 'dead')),
  attempt integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL,
  -- While it waits: the same as in the queue.
  next_attempt_at timestamptz(3),
  -- The run of failures in which it was last counted.
  counted_run integer,
  response_status integer,
  response_ms integer,
  error text,
  resolved_ip text,
  request_headers jsonb,
  response_excerpt text,
  attempt_log jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (org_id, delivery_id)
) WITH (fillfactor = 60);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (org_id, subscription_id, created_at, delivery_id);

-- One small row for each delivery that is still to be sent, taken out when it is done with: so finding what is due takes
-- no longer when the log holds millions. Read by subscription, not by time: what a dead endpoint has waiting is one step.
CREATE TABLE webhook_queue (
  org_id uuid NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  due_at timestamptz(3) NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  -- A worker is at it until then; past it, any worker may be.
  leased_until timestamptz(3),
  worker uuid,
  PRIMARY KEY (org_id, subscription_id, due_at, delivery_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
