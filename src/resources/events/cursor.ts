import { cursorExpired, invalidParameter } from '../../kernel/problem.ts'
import type { Keyring } from '../../kernel/services/keyring.ts'
import { beginning, type Place } from '../../kernel/tail/place.ts'

/** How long a cursor can be come back with. */
const longest = 7 * 24 * 60 * 60 * 1000
const purpose = 'events-cursor'

/**
 * A place in the stream of an organization, sealed: the event that it names may be another organization's. Filters and
 * rights are no part of it: they may differ each time it is sent back.
 */
export function sealPlace(keyring: Keyring, orgId: string, place: Place, millis: number): string {
  const { lineage, tx, ord, event_id } = place
  return keyring.seal(purpose, orgId, JSON.stringify([lineage, tx, ord, event_id, millis]))
}

/** The place of a cursor of ours; 400 for any other text, 410 for one that is too old. */
export function openPlace(keyring: Keyring, orgId: string, cursor: string, millis: number): Place {
  const [lineage, tx, ord, event_id, issued] = opened(keyring, orgId, cursor)
  if (millis - issued > longest)
    throw cursorExpired('The cursor is older than 7 days: read what you keep anew, and go on without it.')
  return event_id === '' ? beginning : { lineage, tx, ord, event_id }
}

/** 410: the event of the cursor is in the ledger no more. */
export const placeGone = () =>
  cursorExpired(
    'The place of the cursor is not in the ledger any more: read what you keep anew, and go on without it.',
  )

type Parts = [lineage: number, tx: string, ord: number, event_id: string, issued: number]

function opened(keyring: Keyring, orgId: string, cursor: string): Parts {
  try {
    return JSON.parse(keyring.open(purpose, orgId, cursor)) as Parts
  } catch {
    throw invalidParameter(
      'cursor',
      'The cursor is not of this stream: send back an `id` or `next_cursor` of the same organization.',
    )
  }
}
