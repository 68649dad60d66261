import type { Context } from '../../kernel/context.ts'
import { mayTell } from './delivery/knowledge.ts'
import { withoutChange } from '../events/present.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import { deliveryOut } from './delivery-schemas.ts'

const names = Object.keys(deliveryOut.properties)

/** A delivery as a list shows it. */
export function presentDelivery(row: DeliveryRow): Record<string, unknown> {
  const known = row as unknown as Record<string, unknown>
  return Object.fromEntries(names.map((name) => [name, known[name]]))
}

/** All of a delivery; what the caller may not know of the change is left out of its payload. */
export function presentDetail(ctx: Context, row: DeliveryRow): Record<string, unknown> {
  const admin = ctx.caller.isOrgAdmin(row.org_id)
  const reader = { user_id: ctx.user.user_id, admin, projects: ctx.caller.projectLimit }
  const body = mayTell(row, reader) ? row.body : withoutChange(row.body)
  return {
    ...presentDelivery(row),
    payload: JSON.parse(body) as object,
    request_headers: row.request_headers ?? {},
    response_excerpt: row.response_excerpt,
    attempt_log: row.attempt_log,
  }
}
