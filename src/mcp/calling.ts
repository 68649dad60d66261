import { errorItems } from '../kernel/request/validation-errors.ts'
import { checkOf } from './catalogue.ts'
import { errorOf, MissingScopes } from './refusals.ts'
import { resultOf } from './results.ts'
import type { Json } from './schemas.ts'
import type { Tool, Work } from './tool.ts'
import { isShortened, mapTexts, unescapeAll, visible } from './untrusted.ts'

/** What is wrong with the arguments of a tool, if something is. */
function faultsOf(tool: Tool, args: unknown) {
  const check = checkOf(tool)
  if (check(args)) return undefined
  return errorItems(check.errors ?? [], 'arguments').map((item, index) => {
    const { keyword, params, instancePath } = check.errors![index] ?? {}
    if (keyword !== 'additionalProperties') return item
    const name = visible(String(params!.additionalProperty))
    const allowed = Object.keys(propertiesAt(tool.input, instancePath!))
    return { ...item, msg: 'There is no such argument.', loc: [...(item.loc ?? []), name], allowed }
  })
}

/** The properties that the schema has at a place, such as `/tasks/0`. */
function propertiesAt(schema: Json, place: string): object {
  const [, list] = place.split('/')
  const properties = schema.properties as Record<string, { items?: Json }>
  return list === undefined ? properties : (properties[list]!.items!.properties as object)
}

/** A single text where a list is asked for is a list of one: agents often send it so. */
function listed(tool: Tool, args: Json): Json {
  const properties = tool.input.properties as Record<string, Json>
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const items = properties[name]?.items as Json | undefined
      const wrapped = items && properties[name]!.type === 'array' && typeof value === 'string'
      return [name, wrapped ? [value] : value]
    }),
  )
}

const shortenedRefused =
  'A text was sent as it was shown, shortened (⟦… more⟧): read all of it, then send it whole. Nothing was done.'

function hasShortened(args: Json): boolean {
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
  if (hasShortened(given)) return failure({ message: shortenedRefused })
  const args = listed(tool, unescapeAll(given))
  const faults = faultsOf(tool, args)
  if (faults)
    return failure({ message: 'The arguments do not fit the tool: the errors say where.', errors: faults })
  const lacking = work.api.lacking(tool.needs)
  if (lacking.length > 0) throw new MissingScopes(lacking)
  try {
    return resultOf(await tool.run(work, args))
  } catch (error) {
    if (error instanceof MissingScopes && work.api.written === 0) throw error
    const told = errorOf(error)
    if (!told) throw error
    return failure(told)
  }
}
