import { requireOrgAdmin, resolveOrgId, rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { toCsv, CSV_MEDIA_TYPE } from '../../../core/csv.ts'
import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import { invalid } from '../../../core/errors.ts'
import { prefersMediaType } from '../../../http/content-negotiation.ts'
import * as s from '../../../core/schema.ts'
import * as queries from './queries.ts'
import { auditColumns, type AuditFilters, type AuditRow } from './queries.ts'
import { auditEventSchema, auditQuerySchema } from './schema.ts'

function requireAuditAdmin({ ctx, query }: { ctx: Context; query: { org_id?: string } }) {
  const { org_id } = requireOrgAdmin(ctx, resolveOrgId(ctx, query.org_id, 'query'))
  rejectProjectScopedToken(ctx)
  return { org_id }
}

const newestFirst: ListSpec = {
  sorts: {},
  defaultOrder: [{ sql: 'e.created_at', type: 'timestamptz', desc: true }],
  id: { sql: 'e.event_id', type: 'text', desc: true },
  unsortable: true,
}

const presentAuditEvent = (row: AuditRow) => pickProperties(auditEventSchema, row)

/** Limits an export, which is built in memory. */
const MAX_EXPORT_ROWS = 50_000
const tooManyRows = { 422: 'More than 50,000 events match, the limit of one CSV file.' }

async function exportCsv(ctx: Context, orgId: string, filters: AuditFilters) {
  const found = await queries.listAuditEventsForExport(ctx, orgId, filters, MAX_EXPORT_ROWS + 1)
  if (found.length > MAX_EXPORT_ROWS)
    throw invalid(['query'], 'More than 50,000 events match. Narrow the time range with from and to.', 'too_many_rows')
  const lines = found.map((row) => auditColumns.map((name) => row[name]))
  return { body: toCsv(auditColumns, lines), contentType: CSV_MEDIA_TYPE }
}

export const listAuditEventsOperation = defineOperation({
  id: 'audit.list',
  method: 'GET',
  path: '/v1/audit',
  summary: 'List audit events',
  description:
    'Returns the changes in an organization, newest first. Events older than `audit_retention_days` ' +
    'of the organization are left out. With `Accept: text/csv`, the response is the whole export of ' +
    '`GET /v1/audit.csv` instead of a page. Requires: organization admin.',
  scope: 'admin',
  query: auditQuerySchema,
  reply: { status: 200, schema: s.pageSchema(auditEventSchema), also: { 'text/csv': s.text() } },
  problems: tooManyRows,
  list: newestFirst,
  authorize: requireAuditAdmin,
  async handle({ ctx, query, list, target }) {
    if (prefersMediaType('text/csv', ctx.accept)) return exportCsv(ctx, target.org_id, query)
    const found = await queries.listAuditEvents(ctx, target.org_id, query, list)
    return respondWithPage(ctx, list, found, presentAuditEvent)
  },
})

export const exportAuditEventsOperation = defineOperation({
  id: 'audit.export',
  method: 'GET',
  path: '/v1/audit.csv',
  summary: 'Export audit events as CSV',
  description:
    'Returns at most 50,000 events, newest first, with the filters of `GET /v1/audit`; more are 422. ' +
    '`before` and `after` contain JSON. The file starts with a byte order mark, and a cell that a ' +
    "spreadsheet would run as a formula starts with `'`. Requires: organization admin.",
  scope: 'admin',
  query: auditQuerySchema,
  reply: { status: 200, also: { 'text/csv': s.text() } },
  problems: tooManyRows,
  authorize: requireAuditAdmin,
  handle: ({ ctx, query, target }) => exportCsv(ctx, target.org_id, query),
})
