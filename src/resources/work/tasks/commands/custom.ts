import { isDeepStrictEqual } from 'node:util'
import { sql, type Sql, joinSql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { invalid, unknownReference, validation } from '../../../../core/errors.ts'
import { normalizeForSearch } from '../../../../core/text.ts'
import {
  fieldKeyPattern,
  hasField,
  hasPeople,
  listValueKeys,
  parseFieldValue,
  type FieldValue,
  type FieldValues,
} from '../../fields/kinds.ts'
import { listActiveFieldKeys, listFieldsByKey, type FieldRow } from '../../fields/queries.ts'
import { findActiveUsernames } from '../queries/references.ts'
import { diffCustomValues, mergeCustomValues } from '../rules.ts'
import type { TaskRow } from '../queries/rows.ts'

/** Values in a body by key; null clears. */
type CustomPatch = Readonly<Record<string, unknown>>

/** Fields that a request has loaded by key, reused because tasks of a bulk write set the same ones. */
const loadedFields = new WeakMap<Context, { keys: Set<string>; fields: Promise<Map<string, FieldRow>> }>()

function loadFields(ctx: Context, orgId: string, patch: CustomPatch): Promise<Map<string, FieldRow>> {
  const keys = Object.keys(patch).filter((key) => fieldKeyPattern.test(key))
  const loaded = loadedFields.get(ctx)
  const missing = keys.filter((key) => !loaded?.keys.has(`${orgId} ${key}`))
  if (loaded && missing.length === 0) return loaded.fields
  const added = listFieldsByKey(ctx, orgId, missing)
  const fields = Promise.all([loaded?.fields ?? [], added]).then(
    ([known, rows]) => new Map([...known, ...rows.map((row) => [row.key, row] as const)]),
  )
  loadedFields.set(ctx, {
    keys: new Set([...(loaded?.keys ?? []), ...missing.map((key) => `${orgId} ${key}`)]),
    fields,
  })
  return fields
}

/** Prefetches the fields of a new task in the round trip of the locks, before its creation is authorized. */
export function prefetchCustomFields(ctx: Context, orgId: string, { custom }: { custom?: CustomPatch | null }): void {
  if (custom && Object.keys(custom).length > 0) ctx.ignoreRejection(loadFields(ctx, orgId, custom))
}

/**
 * Returns the values of a task with a patch merged; the stored object if nothing changes. Throws 422 at the first value
 * that its field does not accept.
 */
export async function resolveCustomValues(
  ctx: Context,
  { org_id, project_id, custom: stored }: Pick<TaskRow, 'org_id' | 'project_id' | 'custom'>,
  patch: CustomPatch | null | undefined,
): Promise<FieldValues> {
  if (!patch || Object.keys(patch).length === 0) return stored
  const fields = await loadFields(ctx, org_id, patch)
  const parsed: Record<string, FieldValue | null> = {}
  for (const [key, value] of Object.entries(patch)) {
    const loc = ['body', 'custom', key]
    const field = fields.get(key)
    if (!field || !hasField(field, project_id)) throw await buildUnknownFieldProblem(ctx, org_id, project_id, loc)
    // Clients send back objects as they read them.
    if (isDeepStrictEqual(value, stored[key] ?? null)) continue
    if (!field.is_active) throw invalid(loc, 'The field is archived. Omit it.')
    parsed[key] = value === null ? null : parseFieldValue(field, value, stored[key], loc)
  }
  await resolvePeople(ctx, org_id, fields, parsed, stored)
  return mergeCustomValues(stored, parsed)
}

async function buildUnknownFieldProblem(ctx: Context, orgId: string, projectId: string | null, loc: string[]) {
  const allowed = await listActiveFieldKeys(ctx, orgId, projectId)
  const msg =
    projectId === null ? 'Tasks without a project have no such field.' : 'Tasks of the project have no such field.'
  return validation([{ loc, msg, type: 'unknown_reference', allowed }])
}

/** Replaces new usernames by their stored spelling. Throws 422 for one that is not an active member. */
async function resolvePeople(
  ctx: Context,
  orgId: string,
  fields: ReadonlyMap<string, FieldRow>,
  parsed: Record<string, FieldValue | null>,
  stored: FieldValues,
): Promise<void> {
  const values = Object.entries(parsed).filter(([key, value]) => value !== null && hasPeople(fields.get(key)!.type))
  if (values.length === 0) return
  const mapPrevious = (key: string) =>
    new Map([stored[key] ?? []].flat().map((name) => [normalizeForSearch(String(name)), String(name)]))
  const names = values.flatMap(([, value]) => [value as string | string[]].flat())
  const active = await findActiveUsernames(ctx, orgId, names.map(normalizeForSearch))
  for (const [key, value] of values) {
    const resolve = (name: string, loc: (string | number)[]) => {
      const folded = normalizeForSearch(name)
      const known = active.get(folded) ?? mapPrevious(key).get(folded)
      if (known === undefined) throw unknownReference(loc, 'active member')
      return known
    }
    const loc = ['body', 'custom', key]
    parsed[key] = Array.isArray(value)
      ? [...new Set(value.map((name, i) => resolve(name, [...loc, i])))]
      : resolve(value as string, loc)
  }
}

/** Indexes changed values, in the transaction of the task. */
export async function indexCustomValues(ctx: Context, next: TaskRow, stored: FieldValues = {}): Promise<void> {
  const change = diffCustomValues(stored, next.custom)
  if (!change) return
  const fields = await loadedFields.get(ctx)!.fields
  const { org_id, task_id } = next
  const replaced = Object.keys(change.before).filter((key) => change.before[key] !== null)
  if (replaced.length > 0) {
    const ids = replaced.map((key) => fields.get(key)!.field_id)
    ctx.ignoreRejection(
      ctx.db.query(sql`
        delete from task_field_values where org_id = ${org_id} and task_id = ${task_id} and field_id = any(${ids}::text[])`),
    )
  }
  const rows = Object.entries(change.after).flatMap(([key, value]) =>
    value === null ? [] : buildIndexRows(next, fields.get(key)!, value),
  )
  if (rows.length > 0)
    ctx.ignoreRejection(
      ctx.db.query(
        sql`insert into task_field_values (org_id, task_id, field_id, ord, sort_key, folded) values ${joinSql(rows)}`,
      ),
    )
}

/** Indexes the values of new tasks of an organization, whose fields were loaded to resolve them, by one statement. */
export async function indexNewCustomValues(ctx: Context, orgId: string, tasks: readonly TaskRow[]): Promise<void> {
  const withValues = tasks.filter((task) => Object.keys(task.custom).length > 0)
  if (withValues.length === 0) return
  const fields = await loadedFields.get(ctx)!.fields
  const rows = withValues.flatMap(({ task_id, custom }) =>
    Object.entries(custom).flatMap(([key, value]) => {
      const { field_id, type } = fields.get(key)!
      return listValueKeys(type, value).map((keys, ord) => ({ task_id, field_id, ord, ...keys }))
    }),
  )
  await ctx.db.query(sql`
    insert into task_field_values (org_id, task_id, field_id, ord, sort_key, folded)
    select ${orgId}, e.task_id, e.field_id, e.ord, e.sort_key, e.folded from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(task_id text, field_id text, ord integer, sort_key text, folded text)`)
}

const buildIndexRows = ({ org_id, task_id }: TaskRow, { field_id, type }: FieldRow, value: FieldValue): Sql[] =>
  listValueKeys(type, value).map(
    ({ sort_key, folded }, ord) => sql`(${org_id}, ${task_id}, ${field_id}, ${ord}, ${sort_key}, ${folded})`,
  )
