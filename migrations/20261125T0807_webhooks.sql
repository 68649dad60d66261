-- Webhooks: subscriptions, the delivery log, the queue of pending deliveries.

-- The fill factor lets the worker's updates stay on their page without touching an index (HOT).
CREATE TABLE webhook_subscriptions (
  org_id uuid NOT NULL REFERENCES organizations,
  subscription_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL COLLATE "C",
  url text NOT NULL,
  api_version text NOT NULL,
  events text[] NOT NULL,
  -- Null for all projects of the organization.
  project_ids text[],
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'disabled')),
  disabled_reason text CHECK (disabled_reason IN ('consecutive_failures', 'gone', 'owner_gone')),
  -- Deliveries include what this member can read.
  owner_user_id uuid NOT NULL,
  -- Encrypted, bound to the row.
  secret text NOT NULL,
  secret_prefix text NOT NULL,
  key_version integer NOT NULL,
  secret_rotated_at timestamptz(3),
  previous_secret text,
  previous_secret_expires_at timestamptz(3),
  -- Delivery health; written by the worker without a new version.
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz(3),
  -- Number of the current series of failures; a delivery counts once in each.
  failure_run integer NOT NULL DEFAULT 0,
  -- Successes since the last failure: determines the concurrency.
  successes integer NOT NULL DEFAULT 0,
  -- No deliveries until then: after a failure, or as Retry-After requested.
  rests_until timestamptz(3),
  -- A failing endpoint receives one delivery at a time: the one in flight has a lease until then.
  probed_until timestamptz(3),
  last_delivery_status text CHECK (last_delivery_status IN ('succeeded', 'failed')),
  last_delivery_at timestamptz(3),
  last_success_at timestamptz(3),
  -- Times of tests and replays within the last minute, counted by their limits.
  recent_tests timestamptz(3)[] NOT NULL DEFAULT '{}',
  recent_replays timestamptz(3)[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  disabled_at timestamptz(3),
  -- When the endpoint of a disabled webhook is next probed; null: never again.
  next_probe_at timestamptz(3),
  PRIMARY KEY (org_id, subscription_id),
  FOREIGN KEY (org_id, owner_user_id) REFERENCES organization_members
) WITH (fillfactor = 50);
-- Read by every change: costs an organization without webhooks one lookup in a small index.
CREATE INDEX webhook_subscriptions_active ON webhook_subscriptions (org_id) WHERE status = 'active' AND deleted_at IS NULL;
CREATE INDEX webhook_subscriptions_name ON webhook_subscriptions (org_id, name_key, subscription_id);
CREATE INDEX webhook_subscriptions_age ON webhook_subscriptions (org_id, created_at, subscription_id);
CREATE INDEX webhook_subscriptions_probes ON webhook_subscriptions (next_probe_at)
  WHERE next_probe_at IS NOT NULL AND status = 'disabled' AND deleted_at IS NULL;
-- Webhooks without a probe time, disabled by servers of the previous version during an upgrade.
CREATE INDEX webhook_subscriptions_unplanned ON webhook_subscriptions (updated_at)
  WHERE next_probe_at IS NULL AND disabled_at IS NULL AND status = 'disabled'
    AND disabled_reason = 'consecutive_failures' AND deleted_at IS NULL;

-- No foreign key to the subscription: concurrent changes would all lock its row. Subscriptions are never removed.
CREATE TABLE webhook_deliveries (
  org_id uuid NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C",
  event_type text NOT NULL,
  -- webhook-id and id of the body: that of the original for a replay.
  message_id text COLLATE "C" NOT NULL,
  replay_of text COLLATE "C",
  -- Signed and sent as stored.
  body text NOT NULL,
  -- The member whose permissions the body was built with, and the project it is about.
  made_for uuid NOT NULL,
  project_id text COLLATE "C",
  -- The queue says what is in flight.
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed', 'dead')),
  attempt integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL,
  -- The same as due_at of the queue while it is pending.
  next_attempt_at timestamptz(3),
  -- The series of failures in which it was last counted.
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

-- One row per pending delivery, removed when it is done: finding due deliveries does not slow down as the log grows.
CREATE TABLE webhook_queue (
  org_id uuid NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  due_at timestamptz(3) NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  -- Lease of the worker.
  leased_until timestamptz(3),
  worker uuid,
  PRIMARY KEY (org_id, subscription_id, due_at, delivery_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Organizations with pending deliveries, for databases sharded by organization: workers read it instead of every server.
CREATE TABLE webhook_waiting (
  org_id uuid PRIMARY KEY,
  due_at timestamptz NOT NULL,
  -- Incremented by each change, so that a concurrent one is not lost.
  notes bigint NOT NULL DEFAULT 1
);
CREATE INDEX webhook_waiting_due ON webhook_waiting (due_at);
