-- Describes columns whose names do not say enough.

COMMENT ON COLUMN webhook_subscriptions.failure_run IS
  'Ordinal of the current run of failures, not its length. A success ends a run.';
COMMENT ON COLUMN webhook_subscriptions.successes IS 'Successful deliveries since the last failure, at most 1000.';
COMMENT ON COLUMN webhook_subscriptions.rests_until IS 'End of the backoff after a failure, or of a requested pause.';
COMMENT ON COLUMN webhook_subscriptions.probed_until IS
  'Lease of a failing endpoint, which receives one delivery at a time.';
COMMENT ON COLUMN webhook_subscriptions.next_probe_at IS
  'Next test delivery to an endpoint whose webhook was disabled after failures.';
COMMENT ON COLUMN webhook_deliveries.counted_run IS
  'Run of failures (failure_run of the webhook) that last counted this delivery.';
COMMENT ON COLUMN webhook_deliveries.made_for IS 'Owner of the webhook for whom the body was built.';
COMMENT ON COLUMN webhook_deliveries.made_for_projects IS
  'Projects to which the webhook was limited when the body was built; null for all.';
COMMENT ON TABLE webhook_waiting IS 'Organizations with queued deliveries, for sharded databases.';
COMMENT ON COLUMN webhook_waiting.notes IS 'Number of changes of the row, compared to detect a concurrent one.';
COMMENT ON COLUMN events.lineage IS
  'Number of restores into another cluster, which start transaction ids over; 0 for restored history.';
COMMENT ON COLUMN events.ord IS 'Position among the events of the transaction.';
COMMENT ON COLUMN events.part_id IS
  'Comment or attachment of the task; team or project of a deleted section; user of a membership; reminder.';
