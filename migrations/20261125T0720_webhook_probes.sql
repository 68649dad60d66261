-- Webhooks that a server of the former version disables during an upgrade: they have no time to be probed at.
CREATE INDEX webhook_subscriptions_unplanned ON webhook_subscriptions (updated_at)
  WHERE next_probe_at IS NULL AND disabled_at IS NULL AND status = 'disabled'
    AND disabled_reason = 'consecutive_failures' AND deleted_at IS NULL;
