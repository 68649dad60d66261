import { conflict } from './errors.ts'

/** Converts a violation of this unique index to 409. The index alone guards uniqueness, since checks would race. */
export async function conflictOnDuplicate<T>(index: string, detail: string, write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (findViolatedIndex(error as UniqueViolation) === index) throw conflict(detail)
    throw error
  }
}

interface UniqueViolation extends Error {
  code?: string
  constraint?: string
}

/** Returns the violated index. Sharded tables add the shard id (`teams_name_102076`), or name it in the message. */
function findViolatedIndex({ code, constraint, message }: UniqueViolation): string | undefined {
  // unique_violation
  if (code !== '23505') return undefined
  return (constraint ?? /"([^"]+)"/.exec(message)?.[1])?.replace(/_\d{6,}$/, '')
}
