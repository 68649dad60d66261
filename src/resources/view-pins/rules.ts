/** What holds for pins whoever asks: no database here. */
import { requireListed } from '../../kernel/lists/order.ts'
import { words } from '../../kernel/schema.ts'

/** What can be pinned. */
export const pinTypes = words('PinType', ['view', 'project'])

/** What is pinned: a view or a project, by its id. */
export interface Pinned {
  pin_type: (typeof pinTypes)[number]
  pin_id: string
}
/** A pin, and where it stands among the others of its owner. */
export type PinPlace = Pinned & { position: number }

/** Type and id as one text. Ids of views and projects differ, but a body may give an id under the wrong type. */
const nameOf = ({ pin_type, pin_id }: Pinned): string => `${pin_type} ${pin_id}`

/**
 * The places after a new order, those alone that change: first the pins listed, which have to be among the ones shown,
 * each once; then the others as they were.
 */
export function newPlaces(
  pins: readonly PinPlace[],
  shown: readonly Pinned[],
  listed: readonly Pinned[],
): PinPlace[] {
  const first = listed.map(nameOf)
  requireListed(first, shown.map(nameOf), ['body', 'pins'], 'pin of yours')
  const byName = new Map(pins.map((pin) => [nameOf(pin), pin]))
  const others = pins.filter((pin) => !first.includes(nameOf(pin)))
  return [...first.map((name) => byName.get(name)!), ...others]
    .map((pin, i) => ({ ...pin, place: i + 1 }))
    .filter((pin) => pin.position !== pin.place)
    .map(({ pin_type, pin_id, place }) => ({ pin_type, pin_id, position: place }))
}
