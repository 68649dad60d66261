-- When a webhook was disabled after failures, and when its endpoint is next probed. Null: never again.
ALTER TABLE webhook_subscriptions
  ADD COLUMN disabled_at timestamptz(3),
  ADD COLUMN next_probe_at timestamptz(3);
UPDATE webhook_subscriptions SET disabled_at = updated_at, next_probe_at = now()
  WHERE status = 'disabled' AND disabled_reason = 'consecutive_failures' AND deleted_at IS NULL
    AND updated_at > now() - interval '30 days';
CREATE INDEX webhook_subscriptions_probes ON webhook_subscriptions (next_probe_at)
  WHERE next_probe_at IS NOT NULL AND status = 'disabled' AND deleted_at IS NULL;
