import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/problem.ts'
import { reachesOf, reachOf, reachOfProject, reachWith, type Reach } from '../projects/access.ts'
import { findNotification, type NotificationSeen } from './queries.ts'

/** Of which organization or project notifications are asked for; of all that the caller belongs to without either. */
export interface Asked {
  org_id?: string | null | undefined
  project_id?: string | null | undefined
}

/** What the caller reaches in the organizations that are asked about; 403 and 404 as lists of tasks answer them. */
export async function reachesAsked(ctx: Context, { org_id, project_id }: Asked): Promise<Reach[]> {
  const named = org_id == null ? null : ctx.caller.memberOf(org_id).org_id
  if (project_id != null) {
    const reach = await reachOfProject(ctx, project_id)
    if (named !== null && named !== reach.org_id) throw notFound()
    return [reach]
  }
  return named === null ? reachesOf(ctx, ctx.caller.orgIds) : [await reachOf(ctx, named)]
}

/** A notification of the caller's, locked on writes; 404 as well when it is of something that the caller reads no longer. */
export async function ownNotification({
  ctx,
  params,
}: {
  ctx: Context
  params: { notification_id: string }
}): Promise<NotificationSeen> {
  const organization = sql`(select n.org_id from notifications n
    where ${sql.among('n.org_id', ctx.caller.orgIds)} and n.notification_id = ${params.notification_id})`
  const reach = await reachWith(ctx, { organization })
  const row = reach && (await findNotification(ctx, reach, params.notification_id))
  if (!row) throw notFound()
  return row
}
