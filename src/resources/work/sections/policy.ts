import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { notFound, requireFound } from '../../../core/errors.ts'
import { loadScopeOwnerForUpdate } from '../scopes/policy.ts'
import {
  toOrgIdExpression,
  findVisibility,
  type VisibilityLoader,
  type OrgFragment,
  type OrgVisibility,
} from '../projects/policy.ts'
import { lockSectionTasks } from './queries.ts'
import { findSection, type SectionRow } from './section-row.ts'

const DEFAULT_SECTION_NAMES = ['Assigned', 'Doing', 'Later']

/**
 * Builds the CTEs that create the caller's default personal sections unless that was done before. A concurrent statement
 * waits for the row lock of the first and then finds it done.
 */
const defaultSectionCtes =
  (ctx: Context): OrgFragment =>
  (organization) => sql`
  begun as (
    update organization_members set lanes_made_at = ${ctx.now}
    where org_id = ${organization} and user_id = ${ctx.user.user_id} and lanes_made_at is null returning org_id),
  default_sections as (
    insert into sections (org_id, section_id, scope_type, scope_id, name, name_key, position, created_by, updated_by,
      created_at, updated_at)
    select begun.org_id, section.id, 'user', ${ctx.user.username}, section.name, lower(section.name), section.position,
      ${ctx.user.username}, ${ctx.user.username}, ${ctx.now}, ${ctx.now}
    from begun, unnest(${DEFAULT_SECTION_NAMES.map(() => ctx.newId('SE'))}::text[], ${DEFAULT_SECTION_NAMES}::text[])
      with ordinality as section (id, name, position)
    on conflict do nothing returning section_id)`

/** Creates the caller's personal sections in an organization unless that was done before. */
export const createDefaultSections = (ctx: Context, orgId: string) =>
  ctx.db.query(sql`with ${defaultSectionCtes(ctx)(sql`${orgId}::uuid`)} select count(*) from default_sections`)

const loadAndCreateDefaultSections: VisibilityLoader = (ctx, orgId, projectId, columns) => {
  const organization = toOrgIdExpression(ctx, orgId, projectId)
  return findVisibility(ctx, { organization, columns, first: defaultSectionCtes(ctx) })
}

/** Returns a loader that also creates the default personal sections; undefined for a test token, which never writes. */
export const getPersonalSectionsLoader = (ctx: Context): VisibilityLoader | undefined =>
  ctx.caller.token?.kind === 'test' ? undefined : loadAndCreateDefaultSections

/**
 * Returns the locked section. Throws 404 unless it is visible, 403 unless the caller may edit its owner. For a change of
 * its tasks, these are locked before, as a task is locked before the section that it enters.
 */
export async function loadSectionForUpdate(
  ctx: Context,
  sectionId: string,
  { lock, tasks = false }: { lock: 'update' | 'delete'; tasks?: boolean },
): Promise<SectionRow> {
  const visible = await findSection(ctx, sectionId, 'none')
  if (!visible || (visible.scope_type === 'user' && visible.scope_id !== ctx.user.username)) throw notFound()
  const ownerLock = tasks && lock === 'update' ? 'update' : 'share'
  await loadScopeOwnerForUpdate(ctx, visible.org_id, visible.scope_type, visible.scope_id, ownerLock)
  if (tasks && visible.scope_type !== 'user') await lockSectionTasks(ctx, visible)
  return requireFound(await findSection(ctx, sectionId, lock))
}

/** Resolves the visibility in the organization of a section. Throws 404 without such an organization. */
export async function loadSectionVisibility(ctx: Context, sectionId: string): Promise<OrgVisibility> {
  const organization = sql`(select s.org_id from sections s
    where ${sql.orgIn('s.org_id', ctx.caller.orgIds)} and s.section_id = ${sectionId} limit 1)`
  return requireFound(await findVisibility(ctx, { organization }))
}
