/** Parts of a task key: the prefix of a project, and the number of the task in it. */
export interface TaskKey {
  prefix: string
  number: number
}

const KEY_PATTERN = /^([a-z][a-z0-9]{1,9})-([1-9]\d{0,8})$/i

/** Parses a key in any case; undefined for a text that cannot be one. */
export function parseTaskKey(text: string): TaskKey | undefined {
  const [, prefix, number] = KEY_PATTERN.exec(text) ?? []
  return prefix === undefined ? undefined : { prefix: prefix.toUpperCase(), number: Number(number) }
}

/** Returns the key of a task; null without a project. */
export const formatTaskKey = (prefix: string | null | undefined, number: number | null): string | null =>
  prefix == null || number === null ? null : `${prefix}-${number}`
