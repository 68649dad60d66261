import type { ConflictDetails, OutboxEntry } from './mutations.ts'
import { mergeLines } from './merge-lines.ts'
import { listFieldNames, setField } from './nested-fields.ts'
import type { AnyRow } from './rows.ts'
import type { InverseMutation } from './types.ts'

type Fields = ConflictDetails['fields']

/** Changes to the mutations of an undo step, so that undo restores the user's own part only. */
export interface ConflictDecision {
  forward(mutation: InverseMutation): InverseMutation[]
  back(mutation: InverseMutation): InverseMutation[]
}

/** Merges a description that two users changed in different lines. Returns undefined where they changed the same. */
export function mergeDescription(entry: OutboxEntry, fields: Fields): OutboxEntry | undefined {
  const [field, ...others] = fields
  if (!field || others.length > 0 || field.name !== 'description' || !entry.method.endsWith('.update')) return undefined
  const { row, name, before, mine, theirs } = field
  const merged = mergeLines(String(before ?? ''), String(mine ?? ''), String(theirs ?? ''))
  if (merged === undefined) return undefined
  return {
    ...withFields(entry, [{ ...field, theirs: merged }]),
    before: { ...entry.before, [row]: setField(entry.before[row] ?? {}, name, theirs) },
  }
}

/** Returns the merged text for the mutation that was sent, and that of the other user for its inverse. */
export function keepTheirsInUndo(field: Fields[number], { args, optimisticPatches }: OutboxEntry): ConflictDecision {
  const isSent = (mutation: InverseMutation) =>
    [mutation.optimisticPatches ?? []]
      .flat()
      .some((one) => one.type === 'patch' && one.patch[field.name] === field.mine)
  const replace = (mutation: InverseMutation): InverseMutation[] =>
    isSent(mutation) ? [{ ...mutation, args, optimisticPatches }] : [withFields(mutation, [field])]
  return { forward: replace, back: replace }
}

/** Returns a mutation with the other user's values in place of its own. */
export function withFields<T extends InverseMutation>(mutation: T, fields: Fields): T {
  if (!mutation.method.endsWith('.update')) return mutation
  const override = (value: unknown) =>
    typeof value === 'object' && value !== null ? restoreFields(value as AnyRow, fields) : value
  const patches = [mutation.optimisticPatches ?? []].flat()
  return {
    ...mutation,
    args: mutation.args.map(override),
    optimisticPatches: patches.map((one) =>
      one.type === 'patch' ? { ...one, patch: override(one.patch) as AnyRow } : one,
    ),
  }
}

function restoreFields(change: AnyRow, fields: Fields): AnyRow {
  const names = listFieldNames(change)
  return fields
    .filter(({ name }) => names.includes(name))
    .reduce((result, { name, theirs = null }) => setField(result, name, theirs), change)
}
