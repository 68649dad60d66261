import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { notFound, requireFound } from '../../../core/errors.ts'
import {
  loadOrgVisibilities,
  loadOrgVisibility,
  loadProjectVisibility,
  findVisibility,
  type OrgVisibility,
} from '../../work/projects/policy.ts'
import { findNotification, type NotificationView } from './queries.ts'

interface NotificationScope {
  org_id?: string | null | undefined
  project_id?: string | null | undefined
}

/** Returns what the caller can read in the requested organizations. Throws 403 or 404 as lists of tasks do. */
export async function loadRequestedVisibilities(
  ctx: Context,
  { org_id, project_id }: NotificationScope,
): Promise<OrgVisibility[]> {
  const orgId = org_id == null ? null : ctx.caller.requireMembership(org_id).org_id
  if (project_id != null) {
    const visibility = await loadProjectVisibility(ctx, project_id)
    if (orgId !== null && orgId !== visibility.org_id) throw notFound()
    return [visibility]
  }
  return orgId === null ? loadOrgVisibilities(ctx, ctx.caller.orgIds) : [await loadOrgVisibility(ctx, orgId)]
}

/** Returns a notification of the caller, locked on writes. Throws 404 if its resource is no longer readable. */
export async function loadOwnNotification({
  ctx,
  params,
}: {
  ctx: Context
  params: { notification_id: string }
}): Promise<NotificationView> {
  const organization = sql`(select n.org_id from notifications n
    where ${sql.orgIn('n.org_id', ctx.caller.orgIds)} and n.notification_id = ${params.notification_id})`
  const visibility = await findVisibility(ctx, { organization })
  return requireFound(visibility && (await findNotification(ctx, visibility, params.notification_id)))
}
