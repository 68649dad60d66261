import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'

/** Name of a resource in another system. */
export interface ExternalRef {
  resource_type: string
  source: string
  external_id: string
  resource_id: string
  fingerprint: string | null
  /** Version of the resource at the last synchronization. */
  resource_version: number | null
  import_id: string | null
}

/** Loads the resources of one type by their ids in a source. */
export async function loadExternalRefs(
  ctx: Context,
  orgId: string,
  resourceType: string,
  source: string,
  externalIds: readonly string[],
): Promise<Map<string, ExternalRef>> {
  if (externalIds.length === 0) return new Map()
  const rows = await ctx.db.query(sql<ExternalRef>`
    select resource_type, source, external_id, resource_id, fingerprint, resource_version, import_id from external_refs
    where org_id = ${orgId} and resource_type = ${resourceType} and source = ${source}
      and external_id = any(${externalIds}::text[])`)
  return new Map(rows.map((row) => [row.external_id, row]))
}

/** Inserts or updates references in one statement. The import that created a resource stays. */
export async function saveExternalRefs(ctx: Context, orgId: string, refs: readonly ExternalRef[]): Promise<void> {
  if (refs.length === 0) return
  await ctx.db.query(sql`
    insert into external_refs as x (org_id, resource_type, source, external_id, resource_id, fingerprint,
      resource_version, import_id, created_at, updated_at)
    select ${orgId}, e.resource_type, e.source, e.external_id, e.resource_id, e.fingerprint, e.resource_version,
      e.import_id, ${ctx.now}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as e(resource_type text, source text, external_id text,
      resource_id text, fingerprint text, resource_version integer, import_id text)
    on conflict (org_id, resource_type, source, external_id) do update set resource_id = excluded.resource_id,
      fingerprint = excluded.fingerprint, resource_version = excluded.resource_version,
      import_id = coalesce(excluded.import_id, x.import_id), updated_at = excluded.updated_at`)
}

type ExternalId = Pick<ExternalRef, 'source' | 'external_id'>

/** Serializes the writes of one external id until the commit, also while no resource has it. */
export async function lockExternalId(
  ctx: Context,
  orgId: string,
  resourceType: 'task' | 'comment',
  { source, external_id }: ExternalId,
): Promise<void> {
  const name = JSON.stringify([orgId, resourceType, source, external_id])
  await ctx.db.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

export const deleteExternalRef = (
  ctx: Context,
  orgId: string,
  resourceType: 'task' | 'comment',
  { source, external_id }: ExternalId,
) =>
  ctx.db.query(sql`
    delete from external_refs where org_id = ${orgId} and resource_type = ${resourceType} and source = ${source}
      and external_id = ${external_id}`)
