import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalidParameter } from '../../core/errors.ts'

/** Signs a cursor: the sort values of the last row with a MAC over them and the binding of the page. */
export function signCursor(values: unknown[], binding: string, key: Buffer): string {
  const payload = Buffer.from(JSON.stringify(values)).toString('base64url')
  return `${payload}.${signPayload(payload, binding, key)}`
}

/** The part of a list declaration that decides how cursors are bound. */
export interface CursorScope {
  /** Without `org_id` it lists the same rows for every token of a user, so cursors are not bound to an organization. */
  sameForAllOrgs?: boolean
}

interface ListRequest {
  params: object
  query: object
  filters: string
}

/**
 * Returns the binding of a list's cursors: operation, organization, path, query except `notInCursor` parameters, and filters.
 * An explicit organization and the token's own bind alike.
 */
export function buildCursorBinding(
  op: { id: string; query?: object; list?: CursorScope },
  { params, query, filters }: ListRequest,
  tokenOrgId: string,
): string {
  const { org_id, ...parameters } = query as Record<string, unknown> & { org_id?: string }
  const { required = [], properties = {} } = (op.query ?? {}) as {
    required?: string[]
    properties?: Record<string, { notInCursor?: boolean }>
  }
  const names = Object.entries(parameters).filter(([name, value]) => value !== false && !properties[name]?.notInCursor)
  // A required parameter, such as a project, implies the organization.
  const implied = parameters.project_id !== undefined || (!org_id && (required.length > 0 || hasAny(params)))
  const organization = implied ? '' : (org_id?.toLowerCase() ?? (op.list?.sameForAllOrgs ? '' : tokenOrgId))
  // Lower case: organization ids are case-insensitive, and other ids in a different case match nothing.
  const path = JSON.stringify(params).toLowerCase()
  return JSON.stringify([op.id, path, organization, names.sort(([a], [b]) => (a < b ? -1 : 1)), filters])
}

const hasAny = (params: object): boolean => Object.keys(params).length > 0

/** Verifies a cursor and returns its sort values. Throws 400 for a cursor of another list or server. */
export function verifyCursor(cursor: string, binding: string, keys: readonly Buffer[]): unknown[] {
  const [payload = '', signature = ''] = cursor.split('.')
  const actual = Buffer.from(signature)
  const isValid = keys.some((key) => {
    const expected = Buffer.from(signPayload(payload, binding, key))
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  })
  if (!isValid || cursor.split('.').length !== 2)
    throw invalidParameter('cursor', 'The cursor belongs to another list. Send next_cursor back with the same query.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[]
}

const signPayload = (payload: string, binding: string, key: Buffer): string =>
  createHmac('sha256', key).update(binding).update('\n').update(payload).digest('base64url').slice(0, 22)
