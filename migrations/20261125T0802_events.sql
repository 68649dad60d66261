-- The event log: one row per change, written in the transaction of the change. Task history, the audit log, the stream,
-- notifications and webhooks read it.

CREATE TABLE events (
  org_id uuid NOT NULL REFERENCES organizations,
  event_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  resource_type text NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  -- Id of the comment, attachment, … where resource_id is the task.
  part_id text COLLATE "C",
  project_id text COLLATE "C",
  -- Previous project of a moved task: readers of both projects see the move.
  from_project_id text COLLATE "C",
  actor_kind text NOT NULL,
  actor_user_id uuid,
  actor_username text,
  token_id text COLLATE "C",
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  request_id text COLLATE "C",
  created_at timestamptz(3) NOT NULL,
  -- Type of the event of the request that caused this change as a side effect: goal.moved on a task of that goal.
  cause text,
  -- Order of the log. Ids and timestamps do not follow commit order; ordered by transaction id below the oldest running
  -- transaction, no row appears later before a row already read. ord: position within the transaction.
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  ord integer NOT NULL DEFAULT 0,
  -- Epoch of the transaction ids: increases after a dump was restored into another cluster. The service sets the default
  -- at start.
  lineage smallint NOT NULL DEFAULT 1,
  PRIMARY KEY (org_id, event_id)
);
CREATE INDEX events_time ON events (org_id, created_at, event_id);
CREATE INDEX events_resource ON events (org_id, resource_id, created_at, event_id);
-- Rare among the events of tasks: the rest of the audit log, and what its retention deletes.
CREATE INDEX events_beside_tasks ON events (org_id, created_at, event_id) WHERE resource_type <> 'task';
CREATE INDEX events_order ON events (lineage, tx, ord, event_id) WHERE lineage > 0;
CREATE INDEX events_order_within ON events (org_id, lineage, tx, ord, event_id) WHERE lineage > 0;

-- Position of each consumer of the log: the last event that it processed.
CREATE TABLE event_followers (
  name text PRIMARY KEY,
  lineage smallint NOT NULL,
  tx xid8 NOT NULL,
  ord integer NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

INSERT INTO event_followers (name, lineage, tx, ord, event_id, updated_at) VALUES ('notifications', 0, '0', 0, '', now());
