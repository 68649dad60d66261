import { orgAdmin, orgIdOf, wholeOrganization } from '../../kernel/access.ts'
import type { Answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { csvTable, csvType } from '../../kernel/values/csv.ts'
import { pageAnswer, type ListSpec } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { invalid } from '../../kernel/problem.ts'
import { prefers } from '../../kernel/request/negotiate.ts'
import { pageOf, text } from '../../kernel/schema.ts'
import * as queries from './queries.ts'
import { auditColumns, type AuditRow } from './queries.ts'
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

export const listAudit = operation({
  id: 'audit.list',
  method: 'GET',
  path: '/v1/audit',
  summary: 'Read the audit log',
  description:
    'Every change in an organization, newest first, for its owners and admins. What is older than the ' +
    "organization's `audit_retention_days` is left out. With `Accept: text/csv` the answer is that of `/v1/audit.csv`: " +
    'all that the filters find, without pages.',
  scope: 'admin',
  query: auditQuery,
  reply: { status: 200, schema: pageOf(auditEvent), also: { 'text/csv': text() } },
  list: newestFirst,
  access: auditedOrganization,
  async handle({ ctx, query, list, target }) {
    if (prefers('text/csv', ctx.accept)) return exportRows(ctx, target.org_id, query)
    const found = await queries.listEvents(ctx, target.org_id, query, list)
    return pageAnswer(ctx, list, found, (page) => page.map(present))
  },
})

/** An export is built in memory, and more events than this would be several hundred MB of text. */
const mostRows = 50_000

export const exportAudit = operation({
  id: 'audit.export',
  method: 'GET',
  path: '/v1/audit.csv',
  summary: 'Export the audit log as CSV',
  description:
    'The same events and filters as the audit log, newest first, at most 50,000: narrow it with `from` and `to`. ' +
    "`before` and `after` are JSON. A cell that a spreadsheet would run as a formula begins with `'`.",
  scope: 'admin',
  query: auditQuery,
  reply: { status: 200, also: { 'text/csv': text() } },
  problems: { 422: 'More than 50,000 events match.' },
  access: auditedOrganization,
  handle: ({ ctx, query, target }) => exportRows(ctx, target.org_id, query),
})

async function exportRows(ctx: Context, orgId: string, query: queries.AuditFilters): Promise<Answer> {
  const found = await queries.exportEvents(ctx, orgId, query, mostRows + 1)
  if (found.length > mostRows)
    throw invalid(
      ['query'],
      'More than 50,000 events match. Narrow the span with from and to.',
      'too_many_rows',
    )
  const lines = found.map((row) => auditColumns.map((name) => row[name]))
  return { body: csvTable(auditColumns, lines), contentType: csvType }
}
