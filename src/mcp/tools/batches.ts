import { keyOf } from '../api.ts'
import { errorOf, MissingScopes } from '../refusals.ts'
import { brief, lean, mostTokens, tokensOf } from '../results.ts'
import type { Outcome, Work } from '../tool.ts'
import { visibleAll } from '../untrusted.ts'

/** Tells of one thing of several what became of it: it never leaves one out. */
export type Told = Record<string, unknown> & { index: number; ok: boolean }

/**
 * Does the same with each of several things, one after the other, and tells of each what became of it: what fails stops
 * none of the others, but for a lack of scopes before anything was written, which the client can mend first.
 */
export async function each<T>(
  { api, unfit }: Work,
  items: readonly T[],
  key: string | undefined,
  run: (item: T, key: string | undefined) => Promise<Record<string, unknown>>,
): Promise<Outcome> {
  const results: Told[] = []
  for (const [index, item] of items.entries()) {
    const errors = unfit?.get(index)
    if (errors) {
      results.push({
        index,
        ok: false,
        error: { message: 'The item is invalid: see the errors.', errors },
      })
      continue
    }
    try {
      results.push({ index, ok: true, ...(await run(item, keyOf(key, index))) })
    } catch (error) {
      const told = errorOf(error)
      if (!told || (error instanceof MissingScopes && api.written === 0)) throw error
      results.push({ index, ok: false, error: told })
    }
  }
  const failed = results.filter(({ ok }) => !ok).length
  return {
    data: { done: results.length - failed, failed, results: fitted(results) },
    rows: 'results',
    failed: failed > 0 && failed === results.length,
  }
}

/** All results, each with less where they would not fit: its id and what became of it are always told. */
function fitted(results: Told[]): Told[] {
  const fits = (some: Told[]) => 2 * tokensOf(visibleAll(some)) < mostTokens - 200
  if (fits(results)) return results
  const shorter = results.map((told) => brief(told, 60) as Told)
  if (fits(shorter)) return shorter
  return results.map(({ index, ok, task_id, version, error }) => {
    const { status, message } = (error ?? {}) as Record<string, unknown>
    return {
      index,
      ok,
      ...lean({ task_id, version }),
      ...(error !== undefined && { error: lean({ status, message }) }),
    }
  })
}
