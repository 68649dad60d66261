import { cursorExpired, invalidParameter } from '../../../core/errors.ts'
import type { Keyring } from '../../../core/crypto/keyring.ts'
import { LOG_START, type EventPosition } from '../../../events/reader/position.ts'

const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000
const PURPOSE = 'events-cursor'

/**
 * Encrypts a stream position, since the event in it may belong to another organization. Filters and access are not part
 * of it and may change between requests.
 */
export function encryptEventCursor(keyring: Keyring, orgId: string, position: EventPosition, millis: number): string {
  const { lineage, tx, ord, event_id } = position
  return keyring.encrypt(PURPOSE, orgId, JSON.stringify([lineage, tx, ord, event_id, millis]))
}

/** Returns the position of a cursor. Throws 400 for an invalid cursor and 410 for an expired one. */
export function decryptEventCursor(keyring: Keyring, orgId: string, cursor: string, millis: number): EventPosition {
  const [lineage, tx, ord, event_id, issued] = decrypt(keyring, orgId, cursor)
  if (millis - issued > MAX_AGE_MS)
    throw cursorExpired('The cursor is older than 7 days. Reload your data, then continue without a cursor.')
  return event_id === '' ? LOG_START : { lineage, tx, ord, event_id }
}

export const buildCursorGoneProblem = () =>
  cursorExpired(
    'The event of this cursor is no longer in the event log. Reload your data, then continue without a cursor.',
  )

type CursorParts = [lineage: number, tx: string, ord: number, event_id: string, issued: number]

function decrypt(keyring: Keyring, orgId: string, cursor: string): CursorParts {
  try {
    return JSON.parse(keyring.decrypt(PURPOSE, orgId, cursor)) as CursorParts
  } catch {
    throw invalidParameter(
      'cursor',
      'The cursor does not belong to this stream. Send an `id` or `next_cursor` of the same organization.',
    )
  }
}
