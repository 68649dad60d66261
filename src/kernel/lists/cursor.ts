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
