import { findUserById } from '../../../../auth/users.ts'
import { Caller } from '../../../../core/caller.ts'
import { Context } from '../../../../core/context.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { sql } from '../../../../db/sql.ts'
import { loadOrgVisibility } from '../../../work/projects/policy.ts'
import { buildVisibleTasksCondition } from '../../../work/projects/queries/visibility.ts'
import {
  buildDefaultPreferencesRow,
  findPreferencesRows,
  toConsolePreferences,
  toPreferences,
} from '../../notifications/rows.ts'
import type { UserScope } from './selection.ts'

/** Returns the scope of a user's own data, with the rights that they have now. */
export async function loadUserScope(services: Dependencies, orgId: string, userId: string): Promise<UserScope> {
  const { database } = services
  const user = await findUserById(database, userId)
  const memberships = (user?.memberships ?? []).filter((one) => one.org_id === orgId)
  if (!user || memberships.length === 0) throw new Error('the user is no longer a member')
  const ctx = new Context({
    db: database.db,
    database,
    caller: new Caller(user, memberships, null),
    requestId: '',
    ip: null,
    userAgent: null,
    millis: services.clock(),
    inTransaction: false,
    services,
  })
  const visibility = await loadOrgVisibility(ctx, orgId)
  const { username } = user
  const [stored] = await findPreferencesRows(database.db, [userId])
  const preferences = stored ?? buildDefaultPreferencesRow(userId)
  return {
    userId,
    username,
    readable: buildVisibleTasksCondition(ctx, visibility),
    isOwnTask: sql`(t.created_by = ${username} or t.assignee = ${username} or t.task_id in (
      select c.task_id from task_comments c
      where c.org_id = ${orgId} and c.author_id = ${userId} and c.deleted_at is null) or t.task_id in (
      select a.task_id from task_attachments a
      where a.org_id = ${orgId} and a.uploaded_by = ${username} and a.deleted_at is null))`,
    preferences: { ...toPreferences(preferences), ...toConsolePreferences(preferences) },
  }
}
