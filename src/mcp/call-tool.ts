import { findArgumentErrors, normalizeArguments } from './arguments.ts'
import { toToolProblem, MissingScopes } from './errors.ts'
import { toToolResult } from './results.ts'
import type { JsonSchema } from './schemas.ts'
import type { Tool, ToolContext } from './tool.ts'
import { isTruncated, mapTexts, unescapeInvisibleAll } from './untrusted.ts'

const INVALID_ARGUMENTS = 'The arguments are invalid: see `errors`.'
const TRUNCATED_TEXT =
  'A text is truncated (⟦… more⟧). Read the whole text, then send it complete. Nothing was changed.'

function hasTruncatedText(args: unknown): boolean {
  let found = false
  mapTexts(args, (text) => {
    found ||= isTruncated(text)
    return text
  })
  return found
}

const toErrorResult = (error: Record<string, unknown>) => ({
  ...toToolResult({ data: { error } }),
  isError: true,
})

/**
 * Runs a tool and returns its result. Errors are results that the agent can read; only missing scopes are thrown, if
 * nothing was written yet, since the client can then request them.
 */
export async function runTool(tool: Tool, rawArgs: JsonSchema, ctx: ToolContext): Promise<object> {
  // Parses JSON texts before unescaping, since control characters would make them invalid.
  const normalized = normalizeArguments(tool.input, rawArgs)
  if (hasTruncatedText(normalized)) return toErrorResult({ message: TRUNCATED_TEXT })
  const args = unescapeInvisibleAll(normalized)
  const faults = findArgumentErrors(tool, args)
  if (faults.whole.length > 0) return toErrorResult({ message: INVALID_ARGUMENTS, errors: faults.whole })
  const lacking = ctx.api.listMissingScopes(tool.requiredOperations)
  if (lacking.length > 0) throw new MissingScopes(lacking)
  try {
    return toToolResult(await tool.run({ ...ctx, itemErrors: faults.items }, args))
  } catch (error) {
    if (error instanceof MissingScopes && ctx.api.writeCount === 0) throw error
    const problem = toToolProblem(error)
    if (!problem) throw error
    return toErrorResult(problem)
  }
}
