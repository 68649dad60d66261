import { deriveIdempotencyKey } from '../api.ts'
import { toToolProblem, MissingScopes } from '../errors.ts'
import { truncateValue, omitEmpty, MAX_RESULT_TOKENS, estimateTokens } from '../results.ts'
import type { ToolOutcome, ToolContext } from '../tool.ts'
import { escapeInvisibleAll } from '../untrusted.ts'

type ItemResult = Record<string, unknown> & { index: number; ok: boolean }

/**
 * Runs the items of a batch one at a time and reports each result. A failure does not stop the other items, except
 * missing scopes before the first write, which the client can request.
 */
export async function runBatch<T>(
  { api, itemErrors }: ToolContext,
  items: readonly T[],
  key: string | undefined,
  run: (item: T, key: string | undefined) => Promise<Record<string, unknown>>,
): Promise<ToolOutcome> {
  const results: ItemResult[] = []
  for (const [index, item] of items.entries()) {
    const errors = itemErrors?.get(index)
    if (errors) {
      results.push({
        index,
        ok: false,
        error: { message: 'The item is invalid: see `errors`.', errors },
      })
      continue
    }
    try {
      results.push({ index, ok: true, ...(await run(item, deriveIdempotencyKey(key, index))) })
    } catch (error) {
      const problem = toToolProblem(error)
      if (!problem || (error instanceof MissingScopes && api.writeCount === 0)) throw error
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
function fitResults(results: ItemResult[]): ItemResult[] {
  const fitsLimit = (some: ItemResult[]) => 2 * estimateTokens(escapeInvisibleAll(some)) < MAX_RESULT_TOKENS - 200
  if (fitsLimit(results)) return results
  const shorter = results.map((result) => truncateValue(result, 60) as ItemResult)
  if (fitsLimit(shorter)) return shorter
  return results.map(({ index, ok, task_id, version, error }) => {
    const { status, message } = (error ?? {}) as Record<string, unknown>
    return {
      index,
      ok,
      ...omitEmpty({ task_id, version }),
      ...(error !== undefined && { error: omitEmpty({ status, message }) }),
    }
  })
}
