import { keyOf } from '../api.ts'
import { errorOf, MissingScopes } from '../refusals.ts'
import { brief, lean, mostTokens, tokensOf } from '../results.ts'
import type { Outcome, Work } from '../tool.ts'
import { visibleAll } from '../untrusted.ts'

export type Told = Record<string, unknown> & { index: number; ok: boolean }

/**
 * Runs the items of a batch one at a time and reports each result. A failure does not stop the other items, except
 * missing scopes before the first write, which the client can request.
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
        error: { message: 'The item is invalid: see `errors`.', errors },
      })
      continue
    }
    try {
      results.push({ index, ok: true, ...(await run(item, keyOf(key, index))) })
    } catch (error) {
      const problem = errorOf(error)
      if (!problem || (error instanceof MissingScopes && api.written === 0)) throw error
      results.push({ index, ok: false, error: problem })
    }
  }
  const failed = results.filter(({ ok }) => !ok).length
  return {
    data: { done: results.length - failed, failed, results: fitResults(results) },
    rows: 'results',
    failed: failed > 0 && failed === results.length,
  }
}

/** Fits the results into the token budget by truncating texts; ids and outcomes are always included. */
function fitResults(results: Told[]): Told[] {
  const fits = (some: Told[]) => 2 * tokensOf(visibleAll(some)) < mostTokens - 200
  if (fits(results)) return results
  const shorter = results.map((result) => brief(result, 60) as Told)
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
