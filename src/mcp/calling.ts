import { findFaults, normalizeArguments } from './arguments.ts'
import { errorOf, MissingScopes } from './refusals.ts'
import { resultOf } from './results.ts'
import type { Json } from './schemas.ts'
import type { Tool, Work } from './tool.ts'
import { isShortened, mapTexts, unescapeAll } from './untrusted.ts'

const unfit = 'The arguments are invalid: see the errors.'
const shortenedRefused =
  'A text is truncated (⟦… more⟧): read the whole text, then send it complete. Nothing was done.'

function hasShortened(args: unknown): boolean {
  let found = false
  mapTexts(args, (text) => {
    found ||= isShortened(text)
    return text
  })
  return found
}

const failure = (error: Record<string, unknown>) => ({ ...resultOf({ data: { error } }), isError: true })

/**
 * The result of a call. What went wrong is a result too, which the agent reads and can mend; only a lack of scopes before
 * anything was written is thrown, since the client can mend that.
 */
export async function resultOfCall(tool: Tool, given: Json, work: Work): Promise<object> {
  // JSON in a text is parsed before escapes are undone: with controls in it, it would be none.
  const sent = normalizeArguments(tool.input, given)
  if (hasShortened(sent)) return failure({ message: shortenedRefused })
  const args = unescapeAll(sent)
  const faults = findFaults(tool, args)
  if (faults.whole.length > 0) return failure({ message: unfit, errors: faults.whole })
  const lacking = work.api.lacking(tool.needs)
  if (lacking.length > 0) throw new MissingScopes(lacking)
  try {
    return resultOf(await tool.run({ ...work, unfit: faults.items }, args))
  } catch (error) {
    if (error instanceof MissingScopes && work.api.written === 0) throw error
    const told = errorOf(error)
    if (!told) throw error
    return failure(told)
  }
}
