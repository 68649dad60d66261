-- The order in which the ledger is followed. Ids and times of events are not in the order of commits: whoever reads "later
-- than the last" misses what was begun earlier and committed later. Transactions below the horizon, the oldest one that
-- still runs, are all over; in the order of their ids nothing appears any more before what was read.

-- The transaction that wrote the event. The rows from before get that of this migration.
ALTER TABLE events ADD COLUMN tx xid8 NOT NULL DEFAULT pg_current_xact_id();
-- The event's place among those that its transaction wrote.
ALTER TABLE events ADD COLUMN ord integer NOT NULL DEFAULT 0;
-- Rises when the ids of transactions begin anew, after a dump was restored into another cluster. No process sends it: it
-- is the default that the service sets at a start. 0 are events that are never followed: those from before.
ALTER TABLE events ADD COLUMN lineage smallint NOT NULL DEFAULT 0;
ALTER TABLE events ALTER COLUMN lineage SET DEFAULT 1;

CREATE INDEX events_order ON events (lineage, tx, ord, event_id) WHERE lineage > 0;
CREATE INDEX events_order_within ON events (org_id, lineage, tx, ord, event_id) WHERE lineage > 0;
