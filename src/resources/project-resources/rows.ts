import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { inOrganizations } from '../../kernel/sql.ts'

export interface ResourceRow {
  org_id: string
  resource_id: string
  project_id: string
  file_id: string | null
  is_file: boolean
  file_name: string | null
  resource_name: string
  resource_url: string | null
  resource_type: string | null
  /** Where the client keeps what a link is about, in its own words. */
  storage_path: string | null
  version: number
  created_by: string
  updated_by: string
  created_at: string
  updated_at: string
  deleted_at: string | null
  delete_reason: string | null
  /** Of its file; null for a link. */
  size: number | null
  digest: string | null
  media_type: string | null
}

const own = [
  'org_id',
  'resource_id',
  'project_id',
  'file_id',
  'is_file',
  'file_name',
  'resource_name',
  'resource_url',
  'resource_type',
  'storage_path',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
  'deleted_at',
  'delete_reason',
]

/** Columns of `ResourceRow` from `resourcesFrom`. */
export const resourceColumns = [...own.map((name) => `r.${name}`), 'f.size', 'f.digest', 'f.media_type'].join(
  ', ',
)
export const resourcesFrom = `project_resources r LEFT JOIN files f ON f.org_id = r.org_id AND f.file_id = r.file_id`

const find = inOrganizations(
  (match) => `
  SELECT ${resourceColumns} FROM ${resourcesFrom}
  WHERE ${match('r.org_id')} AND r.resource_id = $2 AND r.deleted_at IS NULL`,
)

/** A live resource among the caller's organizations. Not yet judged. */
export const findResource = async (ctx: Context, id: string): Promise<ResourceRow | undefined> =>
  (await find<ResourceRow>(ctx.db, ctx.caller.orgIds, id))[0]

/** The same resource as it is now, locked for a change; undefined when it has been deleted meanwhile. */
export async function lockResource(
  ctx: Context,
  { org_id, resource_id }: ResourceRow,
): Promise<ResourceRow | undefined> {
  const [row] = await query<ResourceRow>(
    ctx.db,
    `SELECT ${resourceColumns} FROM ${resourcesFrom}
     WHERE r.org_id = $1 AND r.resource_id = $2 AND r.deleted_at IS NULL FOR NO KEY UPDATE OF r`,
    [org_id, resource_id],
  )
  return row
}
