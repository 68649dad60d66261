import { invalid } from '../problem.ts'

/** JSON Merge Patch (RFC 7396) of free-form objects: null removes a key, objects merge, anything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result: Record<string, unknown> = Object.assign(Object.create(null), isObject(target) ? target : {})
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = mergePatch(result[key], value)
  }
  return result
}

const mostCharacters = 16_384

/** A free-form object with a patch merged into it; 422 at `loc` when the result is over 16 KB. */
export function mergeFreeForm(
  stored: Record<string, unknown> | null,
  patch: Record<string, unknown>,
  loc: (string | number)[],
): Record<string, unknown> {
  const merged = mergePatch(stored, patch) as Record<string, unknown>
  if (JSON.stringify(merged).length > mostCharacters)
    throw invalid(loc, 'Merged with what is stored it is over 16 KB.', 'too_large')
  return merged
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
