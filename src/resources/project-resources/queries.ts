import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { FileRow } from '../../kernel/files/files.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import { every, extractFolded } from '../../kernel/sql.ts'
import { fold, sortKey } from '../../kernel/text.ts'
import type { ProjectSeen } from '../projects/access.ts'
import { resourceColumns, resourcesFrom, type ResourceRow } from './rows.ts'
import type { Attributes } from './rules.ts'

export const resourceSorts: ListSpec = {
  sorts: {
    resource_name: [{ sql: 'r.name_key', type: 'text' }],
    created_at: [{ sql: 'r.created_at', type: 'timestamptz' }],
  },
  natural: [{ sql: 'r.created_at', type: 'timestamptz' }],
  id: { sql: 'r.resource_id', type: 'text' },
}

/** Selects a page of the resources of a project. */
export function listResources(
  ctx: Context,
  page: ListQuery,
  { org_id, project_id }: ProjectSeen,
  { search = '', resource_type: type }: { search?: string; resource_type?: string },
): Promise<ResourceRow[]> {
  const needle = fold(search)
  const filter = every([
    ...(needle === '' ? [] : [sql`strpos(${extractFolded('r.name_key')}, ${needle}) > 0`]),
    ...(type === undefined ? [] : [sql`r.resource_type = ${type}`]),
  ])
  return selectPage<ResourceRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<ResourceRow>`
      select ${resourceColumns}, ${columns} from ${resourcesFrom}
      where r.org_id = ${org_id} and r.project_id = ${project_id} and r.deleted_at is null and ${filter}
        and ${where} ${order} ${limit}`,
  )
}

/** Inserts a link, or a file if `file` is set. */
export async function insertResource(
  ctx: Context,
  { org_id, project_id }: ProjectSeen,
  {
    resource_name,
    resource_url,
    resource_type,
    storage_path = null,
  }: Attributes & { storage_path?: string | null },
  file: (FileRow & { name: string }) | null,
): Promise<ResourceRow> {
  const row = {
    org_id,
    resource_id: ctx.newId('RE'),
    project_id,
    file_id: file?.file_id ?? null,
    is_file: file !== null,
    file_name: file?.name ?? null,
    resource_name,
    resource_url,
    resource_type,
    storage_path,
    version: 1,
    created_by: ctx.user.username,
    updated_by: ctx.user.username,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await ctx.db.query(sql`
    insert into project_resources (org_id, resource_id, project_id, file_id, is_file, file_name, resource_name,
      name_key, resource_url, resource_type, created_by, updated_by, created_at, updated_at, storage_path)
    values (${org_id}, ${row.resource_id}, ${project_id}, ${row.file_id}, ${row.is_file}, ${row.file_name},
      ${resource_name}, ${sortKey(resource_name)}, ${resource_url}, ${resource_type}, ${row.created_by},
      ${row.updated_by}, ${row.created_at}, ${row.updated_at}, ${storage_path})`)
  return { ...row, deleted_at: null, delete_reason: null, size: null, digest: null, media_type: null }
}

/** Saves a resource; a deleted one loses the reference to its file. */
export async function updateResource(
  ctx: Context,
  stored: ResourceRow,
  row: ResourceRow,
): Promise<ResourceRow> {
  const { username } = ctx.user
  await ctx.db.query(sql`
    update project_resources set resource_name = ${row.resource_name}, name_key = ${sortKey(row.resource_name)},
      resource_url = ${row.resource_url}, resource_type = ${row.resource_type}, deleted_at = ${row.deleted_at},
      delete_reason = ${row.delete_reason},
      file_id = case when ${row.deleted_at}::timestamptz is null then file_id end,
      updated_by = ${username}, updated_at = ${ctx.now}, version = version + 1
    where org_id = ${row.org_id} and resource_id = ${row.resource_id}`)
  return { ...row, updated_by: username, updated_at: ctx.now, version: stored.version + 1 }
}
