import { and, or, sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { normalizeForSearch } from '../../../../core/text.ts'
import type { Filters } from '../../../../http/pagination/filters.ts'
import { hasPeople, type CatalogField } from '../../fields/kinds.ts'
import type { OrgVisibility } from '../../projects/policy.ts'
import { loadCatalogFor } from '../../projects/queries/catalog.ts'
import { selectClaimedBy } from './claims.ts'

/**
 * Returns the conditions that one of the users in `filter[involves]` is assigned, is a value of a custom field, or has
 * claimed task `t`: disjoint ones, each with an index of its own. Undefined without the filter.
 */
export async function findInvolvedBranches(
  ctx: Context,
  visibility: OrgVisibility,
  filters: Filters,
): Promise<Sql[] | undefined> {
  if (!filters.involves) return undefined
  const names = filters.involves.map((name) => normalizeForSearch(name === 'me' ? ctx.user.username : name))
  const { fields } = await loadCatalogFor(ctx, visibility, [])
  const people = [...fields.values()].filter(({ is_active, type }) => is_active && hasPeople(type))
  return buildBranches(visibility.org_id, [...new Set(names)], people)
}

function buildBranches(orgId: string, names: readonly string[], people: readonly CatalogField[]): Sql[] {
  const isAssigned =
    names.length === 1 ? sql`t.assignee_key = ${names[0]}` : sql`t.assignee_key = any(${names}::text[])`
  const isNotAssigned = sql`(${isAssigned}) is not true`
  // The array makes PostgreSQL look up these few tasks, instead of testing all tasks in the order of the list.
  const isClaimed = sql`t.task_id = any(array(${selectClaimedBy(orgId, names)}))`
  if (people.length === 0) return [isAssigned, and([isClaimed, isNotAssigned])]
  const isShown = buildValueTest(orgId, names, people)
  const hasValue = sql`t.task_id in (select v.task_id from task_field_values v where ${matchValues('v', orgId, names, people)})`
  const isLimited = people.some(({ project_ids }) => project_ids !== null)
  return [
    isAssigned,
    and([hasValue, isNotAssigned, ...(isLimited ? [isShown] : [])]),
    and([isClaimed, isNotAssigned, sql`not ${isShown}`]),
  ]
}

const matchValues = (alias: string, orgId: string, names: readonly string[], people: readonly CatalogField[]): Sql => {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql`${column('org_id')} = ${orgId} and ${column('field_id')} = any(${people.map(({ field_id }) => field_id)}::text[])
    and ${column('sort_key')} = any(${names}::text[])`
}

/** Returns the condition that one of the users is a value of a field that the project of task `t` has. */
function buildValueTest(orgId: string, names: readonly string[], people: readonly CatalogField[]): Sql {
  const everywhere = people.filter(({ project_ids }) => project_ids === null).map(({ field_id }) => field_id)
  const limited = people.flatMap(({ field_id, project_ids }) =>
    project_ids === null ? [] : [sql`(w.field_id = ${field_id} and t.project_id = any(${project_ids}::text[]))`],
  )
  return sql`exists (select from task_field_values w where w.task_id = t.task_id and ${matchValues('w', orgId, names, people)}
    and coalesce(${or([sql`w.field_id = any(${everywhere}::text[])`, ...limited])}, false))`
}
