import { pickProperties } from '../../../core/resource-fields.ts'
import type { Context } from '../../../core/context.ts'
import { canReadBody } from './permissions.ts'
import { removeEventChange } from '../events/presenter.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import { deliverySummarySchema } from './delivery-schema.ts'

export const presentDelivery = (row: DeliveryRow) => pickProperties(deliverySummarySchema, row)

export function presentDeliveryDetail(ctx: Context, row: DeliveryRow): Record<string, unknown> {
  const admin = ctx.caller.isOrgAdmin(row.org_id)
  const reader = { user_id: ctx.user.user_id, admin, projects: ctx.caller.allowedProjectIds }
  const body = canReadBody(row, reader) ? row.body : removeEventChange(row.body)
  return {
    ...presentDelivery(row),
    payload: JSON.parse(body) as object,
    request_headers: row.request_headers ?? {},
    response_excerpt: row.response_excerpt,
    attempt_log: row.attempt_log,
  }
}
