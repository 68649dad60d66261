/** A delivery that is about to be queued. */
export interface NewDelivery {
  org_id: string
  delivery_id: string
  subscription_id: string
  event_id: string | null
  event_type: string
  message_id: string
  replay_of: string | null
  body: string
  made_for: string
  project_id: string | null
  max_attempts: number
  created_at: string
}

const columns = `org_id uuid, delivery_id text, subscription_id text, event_id text, event_type text, message_id text,
  replay_of text, body text, made_for uuid, project_id text, max_attempts integer, created_at timestamptz`
const names = columns.replace(/ (uuid|text|integer|timestamptz)/g, '')

/** Parts of a WITH that write deliveries, given as JSON in this parameter, into the log and the queue: due at once. */
export const queueing = (parameter: string): string => `
  logged AS (INSERT INTO webhook_deliveries (${names}, next_attempt_at)
    SELECT ${names}, created_at FROM jsonb_to_recordset(${parameter}::jsonb) AS delivery(${columns})
    RETURNING org_id, subscription_id, created_at, delivery_id),
  queued AS (INSERT INTO webhook_queue (org_id, subscription_id, due_at, delivery_id)
    SELECT org_id, subscription_id, created_at, delivery_id FROM logged)`
