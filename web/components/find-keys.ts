const KEY = /^[a-z][a-z0-9]{1,9}-[1-9]\d{0,8}$/i
const KEYS_IN_TEXT = /(?<![\w/-])([A-Z][A-Z0-9]{1,9}-[1-9]\d{0,8})(?![\w-])/

/** Maximum number of keys in a text that become links, the limit of the filter. */
const MAX_KEYS = 100

export const isTaskKey = (text: string): boolean => KEY.test(text)

/** Splits a text so that each second part is what looks like a task key. */
export const splitKeys = (text: string): string[] => text.split(KEYS_IN_TEXT)

/** Returns what looks like task keys in a text, each once. */
export const findKeys = (text: string): string[] =>
  [...new Set(splitKeys(text).filter((_, i) => i % 2 === 1))].slice(0, MAX_KEYS)
