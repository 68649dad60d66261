import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf } from '../../kernel/sql.ts'

/** A resource and the metadata of its file. */
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
  /** Free text of the client; not interpreted. */
  storage_path: string | null
  version: number
  created_by: string
  updated_by: string
  created_at: string
  updated_at: string
  deleted_at: string | null
  delete_reason: string | null
  /** Size of the file in bytes; null for a link. */
  size: number | null
  digest: string | null
  media_type: string | null
}

const names = [
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

export const resourceColumns = sql`${columnsOf(names)('r')}, f.size, f.digest, f.media_type`
/** Joins resources `r` with their files `f`. */
export const resourcesFrom = sql`project_resources r
  left join files f on f.org_id = r.org_id and f.file_id = r.file_id`

/** Finds a live resource among the caller's organizations; does not check access. */
export async function findResource(ctx: Context, id: string): Promise<ResourceRow | undefined> {
  const [row] = await ctx.db.lookUp(sql<ResourceRow>`
    select ${resourceColumns} from ${resourcesFrom}
    where ${sql.among('r.org_id', ctx.caller.orgIds)} and r.resource_id = ${id} and r.deleted_at is null`)
  return row
}

/** Reads the resource again and locks it; undefined if it was deleted concurrently. */
export async function lockResource(
  ctx: Context,
  { org_id, resource_id }: ResourceRow,
): Promise<ResourceRow | undefined> {
  const [row] = await ctx.db.query(sql<ResourceRow>`
    select ${resourceColumns} from ${resourcesFrom}
    where r.org_id = ${org_id} and r.resource_id = ${resource_id} and r.deleted_at is null
    for no key update of r`)
  return row
}
