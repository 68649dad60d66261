-- The organizations for whose webhooks something waits, and when the next of it may be sent. Where the tables are spread
-- over several servers, those who send look here many times a second instead of on every server; where all is on one server
-- nobody reads or writes it. What is not noted, since a process ended before, is found by a look at every server.
CREATE TABLE webhook_waiting (
  org_id uuid PRIMARY KEY,
  due_at timestamptz NOT NULL,
  -- How often something was noted, so that what comes while somebody looks is not forgotten.
  notes bigint NOT NULL DEFAULT 1
);
CREATE INDEX webhook_waiting_due ON webhook_waiting (due_at);
