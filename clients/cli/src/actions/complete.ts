import type { Context } from '../context.ts'
import { openStatuses } from '../input/enums.ts'
import { isReadableTask } from '../output/tasks.ts'
import { openSession, requireOrgId } from '../session/session.ts'
import { findSprints } from './lists.ts'

/** Short, since the shell waits for a completion at every key. */
const TIMEOUT_MS = 1500
const MAX_NAMES = 200

/** Lists the names that complete a value; none without a sign-in or after the timeout. */
export async function listCompletions(
  context: Context,
  kind: 'projects' | 'members' | 'teams' | 'sprints' | 'tasks',
): Promise<string[]> {
  try {
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const session = openSession({ ...context, note: () => undefined }, {})
    const { svc } = session
    const query = { org_id: await requireOrgId(session), limit: MAX_NAMES }
    const most = { max: MAX_NAMES }
    if (kind === 'projects')
      return (await svc.projects.list(query, { signal }).toArray(most)).map(({ name }) => dashed(name))
    if (kind === 'teams') return (await svc.teams.list(query, { signal }).toArray(most)).map(({ name }) => dashed(name))
    if (kind === 'members')
      return (await svc.organizationMembers.list({ ...query, is_active: true }, { signal }).toArray(most)).flatMap(
        ({ username }) => username ?? [],
      )
    if (kind === 'sprints') return (await findSprints(session, signal)).map(({ sprint_id }) => sprint_id)
    const open = {
      ...query,
      filter: { status: openStatuses },
      sort_by: 'updated_at',
      sort_order: 'desc',
    } as const
    const tasks = await svc.tasks.list(open, { signal }).toArray(most)
    return tasks.filter(isReadableTask).map(({ task_id }) => task_id)
  } catch {
    return []
  }
}

/** Writes a name as one shell word, which lookups accept too. */
const dashed = (name: string): string => name.trim().replaceAll(/\s+/g, '-')
