import { findFaults, normalizeArguments } from './arguments.ts'
import { errorOf, MissingScopes } from './refusals.ts'
import { resultOf } from './results.ts'
import type { Json } from './schemas.ts'
import type { Tool, Work } from './tool.ts'
import { isShortened, mapTexts, unescapeAll } from './untrusted.ts'

const INVALID_ARGUMENTS = 'The arguments are invalid: see `errors`.'
const TRUNCATED_TEXT =
  'A text is truncated (⟦… more⟧). Read the whole text, then send it complete. Nothing was changed.'

function hasTruncatedText(args: unknown): boolean {
  let found = false
  mapTexts(args, (text) => {
    found ||= isShortened(text)
    return text
  })
  return found
}

const toErrorResult = (error: Record<string, unknown>) => ({
  ...resultOf({ data: { error } }),
  isError: true,
})

/**
 * Runs a tool and returns its result. Errors are results that the agent can read; only missing scopes are thrown, if
 * nothing was written yet, since the client can then request them.
 */
export async function resultOfCall(tool: Tool, rawArgs: Json, work: Work): Promise<object> {
  // Parses JSON texts before unescaping, since control characters would make them invalid.
  const normalized = normalizeArguments(tool.input, rawArgs)
  if (hasTruncatedText(normalized)) return toErrorResult({ message: TRUNCATED_TEXT })
  const args = unescapeAll(normalized)
  const faults = findFaults(tool, args)
  if (faults.whole.length > 0) return toErrorResult({ message: INVALID_ARGUMENTS, errors: faults.whole })
  const lacking = work.api.lacking(tool.needs)
  if (lacking.length > 0) throw new MissingScopes(lacking)
  try {
    return resultOf(await tool.run({ ...work, unfit: faults.items }, args))
  } catch (error) {
    if (error instanceof MissingScopes && work.api.written === 0) throw error
    const problem = errorOf(error)
    if (!problem) throw error
    return toErrorResult(problem)
  }
}
