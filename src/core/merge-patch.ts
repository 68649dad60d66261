import { invalid } from './errors.ts'

/** Applies a JSON Merge Patch (RFC 7396): null removes a key, objects merge, other values replace. */
function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result: Record<string, unknown> = Object.assign(Object.create(null), isObject(target) ? target : {})
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = applyMergePatch(result[key], value)
  }
  return result
}

const MAX_CHARACTERS = 16_384

/** Merges a patch into a free-form object. Throws 422 at `loc` if the result exceeds 16 KB. */
export function mergeFreeFormObject(
  stored: Record<string, unknown> | null,
  patch: Record<string, unknown>,
  loc: (string | number)[],
): Record<string, unknown> {
  const merged = applyMergePatch(stored, patch) as Record<string, unknown>
  if (JSON.stringify(merged).length > MAX_CHARACTERS)
    throw invalid(loc, 'The merged object exceeds 16 KB. Remove keys by setting them to null.', 'too_large')
  return merged
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
