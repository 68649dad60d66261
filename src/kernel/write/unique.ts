import { conflict } from '../problem.ts'

/**
 * Waits for a write; when it would break this unique index the answer is 409 in these words. Names that must be unique
 * are guarded by their index alone, so that of several written at once one stands.
 */
export async function uniquely<T>(index: string, words: string, write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (brokenIndex(error as BrokenIndex) === index) throw conflict(words)
    throw error
  }
}

/** What a server says of a unique index that a row would break. */
interface BrokenIndex extends Error {
  code?: string
  constraint?: string
}

/**
 * The name of the unique index that a write would break; undefined for any other error. Where the tables are spread the
 * number of the shard stands behind it (`teams_name_102076`), and the message alone may tell it.
 */
function brokenIndex({ code, constraint, message }: BrokenIndex): string | undefined {
  // This SQLSTATE is unique_violation.
  if (code !== '23505') return undefined
  return (constraint ?? /"([^"]+)"/.exec(message)?.[1])?.replace(/_\d{6,}$/, '')
}
