import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { ExternalRef } from '../../../work/external-refs/queries.ts'
import type { ImportRow } from '../queries.ts'
import { buildReportEntry, type ReportEntry } from '../rules.ts'

const BATCH_REFS = 50

export interface UndoneBatch {
  deleted: number
  retained: ReportEntry[]
}

export const listRefs = (ctx: Context, { org_id, import_id }: ImportRow, type: string) =>
  ctx.db.query(sql<ExternalRef>`
    select resource_type, source, external_id, resource_id, fingerprint, resource_version, import_id from external_refs
    where org_id = ${org_id} and import_id = ${import_id} and resource_type = ${type}
    order by external_id limit ${BATCH_REFS}`)

/** Forgets references to deleted resources; those to retained ones stay, without the import. */
export async function settleRefs(
  ctx: Context,
  row: ImportRow,
  refs: readonly ExternalRef[],
  deleted: ReadonlySet<string>,
) {
  const { org_id, import_id } = row
  const [gone, stay] = [true, false].map((is) =>
    refs.filter((ref) => deleted.has(ref.resource_id) === is).map((ref) => ref.external_id),
  )
  const type = refs[0]!.resource_type
  await ctx.db.query(sql`
    delete from external_refs where org_id = ${org_id} and import_id = ${import_id} and resource_type = ${type}
      and external_id = any(${gone!}::text[])`)
  await ctx.db.query(sql`
    update external_refs set import_id = null where org_id = ${org_id} and import_id = ${import_id}
      and resource_type = ${type} and external_id = any(${stay!}::text[])`)
}

/** Lists what an undo leaves as it is. */
export const reportRetained = (
  kind: string,
  refs: readonly ExternalRef[],
  gone: ReadonlySet<string>,
  reason: string,
  field: string,
): ReportEntry[] =>
  refs
    .filter((ref) => !gone.has(ref.resource_id))
    .map((ref) =>
      buildReportEntry('retained', { kind, line: null, id: ref.external_id }, reason, field, ref.resource_id),
    )
