import type { Context } from '../../../../core/context.ts'
import { hasField, type FieldValues } from '../../fields/kinds.ts'
import { listFieldScopes, type FieldScope } from '../../fields/queries.ts'

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

/** Returns a function that omits values of fields which are not among these or which the project of the task does not have. */
export const buildCustomSelector =
  (fields: readonly FieldScope[]): CustomSelector =>
  ({ custom, project_id = null }) => {
    if (!hasCustomValues({ custom: custom ?? null })) return NO_CUSTOM_VALUES
    const shown = fields.filter((field) => field.key in custom! && hasField(field, project_id))
    return Object.fromEntries(shown.map(({ key }) => [key, custom![key]!]))
  }

/** Selects the values of listed tasks: those of active fields. `fields` has all fields in their order. */
export const buildListedSelector = (fields: ReadonlyMap<string, FieldScope>): CustomSelector =>
  buildCustomSelector([...fields.values()].filter((field) => field.is_active))

/** Loads the fields of these tasks, if any has values, and selects values of archived fields too. */
export async function loadCustomSelector(
  ctx: Context,
  orgId: string,
  tasks: readonly TaskWithCustom[],
): Promise<CustomSelector> {
  const keys = new Set(tasks.flatMap(({ custom }) => Object.keys(custom ?? {})))
  if (keys.size === 0) return () => NO_CUSTOM_VALUES
  return buildCustomSelector((await listFieldScopes(ctx, orgId, [...keys])).sort(comparePositions))
}

const comparePositions = (a: FieldScope, b: FieldScope) => a.position - b.position || (a.key < b.key ? -1 : 1)
