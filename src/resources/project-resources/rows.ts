import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf } from '../../kernel/sql.ts'

/** A resource with its file, if it has one. */
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
  /** What is known of its file; null for a link. */
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

/** The columns of `ResourceRow` from `resourcesFrom`. */
export const resourceColumns = sql`${columnsOf(names)('r')}, f.size, f.digest, f.media_type`
/** Resources `r`, with the files of those that are one. */
export const resourcesFrom = sql`project_resources r
  left join files f on f.org_id = r.org_id and f.file_id = r.file_id`

/** A live resource among the caller's organizations; whether the caller may see it is not yet judged. */
export async function findResource(ctx: Context, id: string): Promise<ResourceRow | undefined> {
  const [row] = await ctx.db.lookUp(sql<ResourceRow>`
    select ${resourceColumns} from ${resourcesFrom}
    where ${sql.among('r.org_id', ctx.caller.orgIds)} and r.resource_id = ${id} and r.deleted_at is null`)
  return row
}

/** The same resource as it is now, locked for a change; undefined when it has been deleted meanwhile. */
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
