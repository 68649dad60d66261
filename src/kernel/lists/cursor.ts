import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalidParameter } from '../problem.ts'

/**
 * Opaque, tamper-evident cursors: the sort values of the last row, and a MAC over them and everything the page is
 * bound to (operation, organization, sort, filters).
 */
export function sealCursor(values: unknown[], binding: string, key: Buffer): string {
  const payload = Buffer.from(JSON.stringify(values)).toString('base64url')
  return `${payload}.${mac(payload, binding, key)}`
}

/** The parts of a request for a list that its cursors are bound to; `filters` as `boundFilters` writes them. */
interface Asked {
  params: object
  query: object
  filters: string
}

/**
 * What the cursors of a list are bound to, beside its order: the operation, the organization, what the path and query
 * name but for what is `unbound`, and the filters. It is the same list whether its organization was named or is the token's.
 */
export function bindingOf(
  op: { id: string; query?: object; list?: { everybodys?: boolean } },
  { params, query, filters }: Asked,
  tokenOrgId: string,
): string {
  const { org_id, ...asked } = query as Record<string, unknown> & { org_id?: string }
  const { required = [], properties = {} } = (op.query ?? {}) as {
    required?: string[]
    properties?: Record<string, { unbound?: boolean }>
  }
  const names = Object.entries(asked).filter(([name, value]) => value !== false && !properties[name]?.unbound)
  // A project, or whatever else the path or query has to name, is in one organization.
  const implied = asked.project_id !== undefined || (!org_id && (required.length > 0 || hasAny(params)))
  const organization = implied ? '' : (org_id?.toLowerCase() ?? (op.list?.everybodys ? '' : tokenOrgId))
  // The case of an id may be ignored: one of an organization means the same in either case, and any other finds nothing
  // in a case that is not its own.
  const path = JSON.stringify(params).toLowerCase()
  return JSON.stringify([op.id, path, organization, names.sort(([a], [b]) => (a < b ? -1 : 1)), filters])
}

const hasAny = (params: object): boolean => Object.keys(params).length > 0

/** The sort values of a cursor of ours, made for this very list; anything else is 400. */
export function openCursor(cursor: string, binding: string, keys: readonly Buffer[]): unknown[] {
  const [payload = '', signature = ''] = cursor.split('.')
  const given = Buffer.from(signature)
  const genuine = keys.some((key) => {
    const expected = Buffer.from(mac(payload, binding, key))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  if (!genuine || cursor.split('.').length !== 2)
    throw invalidParameter(
      'cursor',
      'The cursor is not of this list: send next_cursor back with the same query.',
    )
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[]
}

const mac = (payload: string, binding: string, key: Buffer): string =>
  createHmac('sha256', key).update(binding).update('\n').update(payload).digest('base64url').slice(0, 22)
