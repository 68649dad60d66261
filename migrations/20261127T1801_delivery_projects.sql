-- Projects that the webhook was limited to when the body was built; null for none. A webhook that is limited afterwards gets
-- no ids of other projects from it.
ALTER TABLE webhook_deliveries ADD COLUMN made_for_projects text[];

UPDATE webhook_deliveries d SET made_for_projects = s.project_ids
FROM webhook_queue q, webhook_subscriptions s
WHERE q.org_id = d.org_id AND q.delivery_id = d.delivery_id
  AND s.org_id = d.org_id AND s.subscription_id = d.subscription_id AND s.project_ids IS NOT NULL;
