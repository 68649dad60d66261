/** Fields that the undo of an import has archived, which a later import restores; others may be archived on purpose. */
import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { saveExternalRefs, type ExternalRef } from '../../../work/external-refs/queries.ts'

const ARCHIVED_FIELD = 'archived_field'

interface FieldVersion {
  id: string
  version: number
}

/** Stores a reference with the version of each field, which a later change of the field raises. */
export async function rememberArchivedFields(
  ctx: Context,
  orgId: string,
  refs: readonly ExternalRef[],
  archived: readonly FieldVersion[],
): Promise<void> {
  const versions = new Map(archived.map(({ id, version }) => [id, version]))
  const stored = refs.filter((ref) => versions.has(ref.resource_id))
  await saveExternalRefs(
    ctx,
    orgId,
    stored.map((ref) => ({
      ...ref,
      resource_type: ARCHIVED_FIELD,
      resource_version: versions.get(ref.resource_id)!,
      import_id: null,
    })),
  )
}

/** Deletes the reference of a field that an undo has archived; returns false if it is archived for another reason. */
export async function forgetArchivedField(
  ctx: Context,
  orgId: string,
  { id, version }: FieldVersion,
): Promise<boolean> {
  const forgotten = await ctx.db.query(sql`
    delete from external_refs where org_id = ${orgId} and resource_type = ${ARCHIVED_FIELD} and resource_id = ${id}
      and resource_version = ${version} returning resource_id`)
  return forgotten.length > 0
}
