import { orgAdmin, orgIdOf, wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { csvTable, csvType } from '../../kernel/values/csv.ts'
import { pageAnswer, type ListSpec } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { invalid } from '../../kernel/problem.ts'
import { prefers } from '../../kernel/request/negotiate.ts'
import { pageOf, text } from '../../kernel/schema.ts'
import * as queries from './queries.ts'
import { auditColumns, type AuditFilters, type AuditRow } from './queries.ts'
import { auditEvent, auditQuery } from './schemas.ts'

/** The organization whose audit is read: by its owners and admins. */
function auditedOrganization({ ctx, query }: { ctx: Context; query: { org_id?: string } }) {
  const { org_id } = orgAdmin(ctx, orgIdOf(ctx, query.org_id, 'query'))
  wholeOrganization(ctx)
  return { org_id }
}

const newestFirst: ListSpec = {
  sorts: {},
  natural: [{ sql: 'e.created_at', type: 'timestamptz', desc: true }],
  id: { sql: 'e.event_id', type: 'text', desc: true },
  unsortable: true,
}

const present = (row: AuditRow) => Object.fromEntries(auditColumns.map((name) => [name, row[name]]))

/** Limits an export, which is built in memory: more events would be several hundred MB of text. */
const mostRows = 50_000
const tooManyRows = { 422: 'More than 50,000 events match, the limit of one CSV.' }

/** Returns all events of a query as CSV; throws 422 if there are more than `mostRows`. */
async function exportCsv(ctx: Context, orgId: string, filters: AuditFilters) {
  const found = await queries.exportEvents(ctx, orgId, filters, mostRows + 1)
  if (found.length > mostRows)
    throw invalid(
      ['query'],
      'More than 50,000 events match. Narrow the range with from and to.',
      'too_many_rows',
    )
  const lines = found.map((row) => auditColumns.map((name) => row[name]))
  return { body: csvTable(auditColumns, lines), contentType: csvType }
}

export const listAudit = operation({
  id: 'audit.list',
  method: 'GET',
  path: '/v1/audit',
  summary: 'Read the audit log',
  description:
    'Every change in an organization, newest first, for its owners and admins. What is older than the ' +
    "organization's `audit_retention_days` is left out. With `Accept: text/csv` the response is the whole export of " +
    '`GET /v1/audit.csv`, not a page.',
  scope: 'admin',
  query: auditQuery,
  reply: { status: 200, schema: pageOf(auditEvent), also: { 'text/csv': text() } },
  problems: tooManyRows,
  list: newestFirst,
  access: auditedOrganization,
  async handle({ ctx, query, list, target }) {
    if (prefers('text/csv', ctx.accept)) return exportCsv(ctx, target.org_id, query)
    const found = await queries.listEvents(ctx, target.org_id, query, list)
    return pageAnswer(ctx, list, found, (page) => page.map(present))
  },
})

export const exportAudit = operation({
  id: 'audit.export',
  method: 'GET',
  path: '/v1/audit.csv',
  summary: 'Export the audit log as CSV',
  description:
    'The same events and filters as the audit log, newest first, at most 50,000: narrow it with `from` and `to`. ' +
    '`before` and `after` are JSON. The file begins with a byte order mark; a cell that a spreadsheet would run as a ' +
    "formula begins with `'`.",
  scope: 'admin',
  query: auditQuery,
  reply: { status: 200, also: { 'text/csv': text() } },
  problems: tooManyRows,
  access: auditedOrganization,
  handle: ({ ctx, query, target }) => exportCsv(ctx, target.org_id, query),
})
