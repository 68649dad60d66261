import { conflict } from '../problem.ts'

/**
 * Waits for a write; when it would break this unique index the answer is 409 in these words. Names that must be unique
 * are guarded by their index alone, so that of several written at once one stands.
 */
export async function uniquely<T>(index: string, words: string, write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    // This SQLSTATE is unique_violation.
    if (code === '23505' && constraint === index) throw conflict(words)
    throw error
  }
}
