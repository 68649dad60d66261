import type { Context } from '../../../../core/context.ts'
import { hasField, type FieldValues } from '../../fields/kinds.ts'
import { listFieldFacts, type FieldFacts } from '../../fields/queries.ts'

/** The part of a task that its shown values depend on; both are absent from a row of other fields. */
interface TaskWithCustom {
  custom?: FieldValues | null
  project_id?: string | null
}

/** Returns the values of a task that are shown, in the order of the fields. */
export type CustomSelector = (task: TaskWithCustom) => FieldValues

export const NO_CUSTOM_VALUES: FieldValues = Object.freeze({})

export const hasCustomValues = ({ custom }: TaskWithCustom): boolean => {
  for (const _ in custom) return true
  return false
}

/**
 * Loads the fields of these tasks, if any has values, and returns a function that omits values of fields which the
 * project of the task does not have and, unless `archived`, values of archived fields.
 */
export async function loadCustomSelector(
  ctx: Context,
  orgId: string,
  tasks: readonly TaskWithCustom[],
  archived = false,
): Promise<CustomSelector> {
  const keys = new Set(tasks.flatMap(({ custom }) => Object.keys(custom ?? {})))
  if (keys.size === 0) return () => NO_CUSTOM_VALUES
  const found = await listFieldFacts(ctx, orgId, [...keys])
  const fields = found.filter((field) => archived || field.is_active).sort(comparePositions)
  return ({ custom, project_id = null }) => {
    if (!hasCustomValues({ custom: custom ?? null })) return NO_CUSTOM_VALUES
    const shown = fields.filter((field) => field.key in custom! && hasField(field, project_id))
    return Object.fromEntries(shown.map(({ key }) => [key, custom![key]!]))
  }
}

const comparePositions = (a: FieldFacts, b: FieldFacts) => a.position - b.position || (a.key < b.key ? -1 : 1)
