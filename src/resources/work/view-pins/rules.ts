import { requireListed } from '../../../core/manual-order.ts'
import * as s from '../../../core/schema.ts'

export const pinTypes = s.namedEnum('PinType', ['view', 'project'])

export interface PinnedItem {
  pin_type: (typeof pinTypes)[number]
  pin_id: string
}
export type PinPosition = PinnedItem & { position: number }

/** Returns a key of type and id, since a request may contain an id with the wrong type. */
const toPinKey = ({ pin_type, pin_id }: PinnedItem): string => `${pin_type} ${pin_id}`

/** Moves the listed pins to the front and returns changed positions. Throws 422 unless each is visible and unique. */
export function computePinPositions(
  pins: readonly PinPosition[],
  visible: readonly PinnedItem[],
  listed: readonly PinnedItem[],
): PinPosition[] {
  const first = listed.map(toPinKey)
  requireListed(first, visible.map(toPinKey), ['body', 'pins'], 'pin of yours')
  const byKey = new Map(pins.map((pin) => [toPinKey(pin), pin]))
  const others = pins.filter((pin) => !first.includes(toPinKey(pin)))
  return [...first.map((key) => byKey.get(key)!), ...others]
    .map((pin, i) => ({ ...pin, newPosition: i + 1 }))
    .filter((pin) => pin.position !== pin.newPosition)
    .map(({ pin_type, pin_id, newPosition }) => ({ pin_type, pin_id, position: newPosition }))
}
