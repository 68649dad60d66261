import { sql } from '../../../../db/sql.ts'
import { conflict } from '../../../../core/errors.ts'
import type { Context } from '../../../../core/context.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import type { ProjectVisibility } from '../policy.ts'

export type ProjectPrefixes = ReadonlyMap<string, string>

/** Prefixes of an organization's projects, valid for one state of the database and one version. */
interface CachedPrefixes {
  validFor: string
  prefixes: Map<string, string>
}

/** Maximum number of organizations and of projects in one of them; more start again from nothing. */
const MAX_CACHED_ORGANIZATIONS = 1000
const MAX_CACHED_PROJECTS = 5000
const caches = new WeakMap<Dependencies, Map<string, CachedPrefixes>>()

function getPrefixes(ctx: Context, { org_id, prefixVersion }: ProjectVisibility): Map<string, string> {
  let organizations = caches.get(ctx.services)
  if (!organizations) caches.set(ctx.services, (organizations = new Map()))
  // A server that takes over may have an older state, in which the version counts from an earlier value again.
  const validFor = `${ctx.database.connectionLosses()} ${prefixVersion}`
  const cached = organizations.get(org_id)
  if (cached?.validFor === validFor && cached.prefixes.size <= MAX_CACHED_PROJECTS) return cached.prefixes
  if (organizations.size >= MAX_CACHED_ORGANIZATIONS) organizations.clear()
  const prefixes = new Map<string, string>()
  organizations.set(org_id, { validFor, prefixes })
  return prefixes
}

/**
 * Returns the prefixes of the projects of listed tasks. Sends a statement only for projects that are not cached; the
 * version that was read with the visibility tells whether the cached ones are current.
 */
export async function loadPrefixes(
  ctx: Context,
  visibility: ProjectVisibility,
  tasks: readonly { project_id?: string | null }[],
): Promise<ProjectPrefixes> {
  const prefixes = getPrefixes(ctx, visibility)
  const missing = new Set<string>()
  for (const { project_id } of tasks) if (project_id != null && !prefixes.has(project_id)) missing.add(project_id)
  if (missing.size === 0) return prefixes
  const found = await ctx.db.query(sql<{ project_id: string; prefix: string }>`
    select project_id, prefix from projects
    where org_id = ${visibility.org_id} and project_id = any(${[...missing]}::text[])`)
  for (const { project_id, prefix } of found) prefixes.set(project_id, prefix)
  return prefixes
}

/** Reserves a prefix for a project for good. Throws 409 if another project has or had it. */
export async function claimPrefix(ctx: Context, orgId: string, projectId: string, prefix: string): Promise<void> {
  const claimed = await ctx.db.query(sql`
    insert into project_prefixes as x (org_id, prefix, project_id) values (${orgId}, ${prefix}, ${projectId})
    on conflict (org_id, prefix) do update set project_id = x.project_id where x.project_id = ${projectId}
    returning x.prefix`)
  if (claimed.length === 0)
    throw conflict(`The prefix ${prefix} belongs to another project, now or formerly. Choose another prefix.`)
}

/** Locks the organization of a project whose prefix changes: before members and projects, the common lock order. */
export const lockPrefixes = (ctx: Context, projectId: string): void =>
  ctx.pipeline(
    ctx.db.query(sql`
      select from organizations where org_id in (select p.org_id from projects p
        where ${sql.orgIn('p.org_id', ctx.caller.orgIds)} and p.project_id = ${projectId} and p.deleted_at is null)
      order by org_id for no key update`),
  )

/** Makes all processes read the prefixes of an organization again. */
export const invalidatePrefixes = (ctx: Context, orgId: string): void =>
  ctx.pipeline(ctx.db.query(sql`update organizations set prefix_version = prefix_version + 1 where org_id = ${orgId}`))
