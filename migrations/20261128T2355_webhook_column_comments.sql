-- Describes further columns of webhooks and events whose names do not say enough.

COMMENT ON COLUMN webhook_subscriptions.disabled_at IS
  'First disabling since the last success, or since a user enabled the webhook; stays while a probe has it enabled.';
COMMENT ON COLUMN webhook_subscriptions.next_probe_at IS
  'Next test delivery to the endpoint of a webhook that failures disabled. Null with disabled_at: no further one.';
COMMENT ON COLUMN webhook_deliveries.message_id IS 'webhook-id of the requests; the same for a replay.';
COMMENT ON COLUMN webhook_deliveries.status IS
  'failed: an attempt failed, and unless it was a test, another is scheduled. dead: no further attempt.';
COMMENT ON COLUMN webhook_deliveries.attempt IS 'Number of attempts so far.';
COMMENT ON COLUMN webhook_queue.worker IS 'Worker that has leased the delivery, a UUID per process.';
COMMENT ON COLUMN events.part_id IS
  'Comment or attachment of the task, or other task of a link; team or project of a deleted section; user of a membership; reminder.';
