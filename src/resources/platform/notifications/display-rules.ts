import { isDeepStrictEqual } from 'node:util'
import { MAX_DISPLAYS, type TaskDisplay } from '../../people/me/schema.ts'

/** Places with their displays, in the order of their last change. */
export type StoredDisplays = readonly (readonly [place: string, display: TaskDisplay])[]

const MAX_DISPLAY_BYTES = 32_768

const pickDisplay = ({ layout, scale, group_by, lanes, sort, columns }: TaskDisplay): TaskDisplay =>
  JSON.parse(JSON.stringify({ layout, scale, group_by, lanes, sort, columns })) as TaskDisplay

/** Stores or removes the displays of some places. Drops those changed longest ago that are over the limits. */
export function mergeDisplays(
  stored: StoredDisplays,
  changes: Readonly<Record<string, TaskDisplay | null>>,
): StoredDisplays {
  const changed = Object.entries(changes).map(([place, display]) => [place, display && pickDisplay(display)] as const)
  const isUnchanged = ([place, display]: StoredDisplays[number]) =>
    changed.every(([name, next]) => name !== place || isDeepStrictEqual(next, display))
  const unchanged = stored.filter(isUnchanged)
  const added = changed.flatMap(([place, display]): StoredDisplays =>
    display && !unchanged.some(([name]) => name === place) ? [[place, display]] : [],
  )
  return dropOldest([...unchanged, ...added].slice(-MAX_DISPLAYS))
}

function dropOldest(displays: StoredDisplays): StoredDisplays {
  let bytes = 0
  const isOverLimit = (entry: unknown) => (bytes += Buffer.byteLength(JSON.stringify(entry))) > MAX_DISPLAY_BYTES
  return displays.slice(displays.findLastIndex(isOverLimit) + 1)
}
