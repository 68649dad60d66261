import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { Problem } from '../../../../core/errors.ts'
import type { Filters } from '../../../../http/pagination/filters.ts'
import { findCachedCatalog } from '../../projects/queries/catalog.ts'
import { buildCustomConditions, type FieldCondition } from './custom-filters.ts'

/** Number of sampled tasks, of 2048 each, from which on a filter is frequent: below, looking up its tasks costs less. */
const MIN_FREQUENT = 6

/**
 * Returns the column `frequent`, estimated before the list is selected, if a filter by a custom field has a test of rows.
 * Samples one of 2048 values by the random end of the task ids, which has an index. Uses the fields in memory, since the
 * sample only chooses between plans of the same result.
 */
export function buildFrequentColumn(ctx: Context, orgId: string, filters: Filters): Sql | undefined {
  // Sharded tables are not sampled: the plans that a sample chooses are not measured there.
  const sampled = ctx.database.sharded ? [] : listTestedFilters(ctx, orgId, filters)
  if (sampled.length === 0) return undefined
  const keys = sampled.map(
    ({ field, value }) => sql`case when exists (select from task_field_values v
      where v.org_id = ${field.org_id} and v.field_id = ${field.field_id} and ${value} and right(v.task_id, 3) < '00G'
      offset ${MIN_FREQUENT - 1}) then ${field.key}::text end`,
  )
  return sql`array_remove(array[${sql.join(keys, ', ')}], null) as frequent`
}

type TestedFilter = FieldCondition & { field: NonNullable<FieldCondition['field']>; value: Sql }

/** Returns the filters that can be tested on rows; none if one is invalid, which the list refuses. */
function listTestedFilters(ctx: Context, orgId: string, filters: Filters): TestedFilter[] {
  const catalog = findCachedCatalog(ctx.services.database, orgId)
  if (!catalog) return []
  try {
    return buildCustomConditions(ctx, filters, catalog.fields).filter(
      (one): one is TestedFilter => one.field !== null && one.value !== null && one.test !== undefined && !one.unset,
    )
  } catch (error) {
    if (error instanceof Problem) return []
    throw error
  }
}
