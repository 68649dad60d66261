import { groupByOrg } from '../../../../db/citus/per-org.ts'
import type { Db } from '../../../../db/database.ts'
import { batchedLookup } from '../../../../db/batched-lookup.ts'
import { sql } from '../../../../db/sql.ts'
import { locateTokens } from '../../../../auth/token-locations.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { joinClaim, selectClaims } from './claims.ts'
import { selectTaskExternalRefs } from './external.ts'
import {
  joinUserAccess,
  joinedTaskWithAccessColumns,
  buildTaskColumns,
  type TaskRow,
  type TaskWithAccess,
} from './rows.ts'

/** Requested task, with the SHA-256 of the access token in hex. */
interface TaskByToken {
  tokenHash: string
  taskId: string
}

type TaskByTokenRow = TaskWithAccess & { token_hash: string }

const toLookupKey = ({ tokenHash, taskId }: TaskByToken) => `${tokenHash} ${taskId}`

const selectTasksByToken = (requests: TaskByToken[]) => sql<TaskByTokenRow>`
  select w.token_hash, ${joinedTaskWithAccessColumns}
  from (values ${sql.rows(requests.map(({ tokenHash, taskId }) => [tokenHash, taskId]))}) w (token_hash, task_id)
  join access_tokens k on k.token_hash = decode(w.token_hash, 'hex')
  join tasks t on t.org_id = k.org_id and t.task_id = w.task_id and t.deleted_at is null
  ${joinUserAccess('t', sql`k.principal_user_id`)} ${joinClaim}`

/** Finds the tasks on a sharded database, where the token first determines organization and user. */
async function findSharded(db: Db, requested: TaskByToken[]): Promise<TaskByTokenRow[]> {
  const found = await locateTokens(db, [...new Set(requested.map(({ tokenHash }) => tokenHash))])
  const tokens = new Map(found.map((token) => [token.hash, token]))
  const requests = requested.flatMap(({ tokenHash, taskId }) => {
    const token = tokens.get(tokenHash)
    return token ? [{ ...token, token_hash: tokenHash, task_id: taskId }] : []
  })
  const groups = groupByOrg(requests)
  return (await Promise.all(groups.map(([orgId, group]) => loadTasksWithAccess(db, orgId, group)))).flat()
}

const lookup = batchedLookup({
  select: (wanted: TaskByToken[]) => selectTasksByToken(wanted),
  findSharded,
  toKey: toLookupKey,
  rowToKey: (row) => toLookupKey({ tokenHash: row.token_hash, taskId: row.task_id }),
})

/** Finds a live task in the token's organization, with the access of the token's user. Batches concurrent lookups. */
export const findTaskByToken = (
  { database }: Pick<Dependencies, 'database'>,
  tokenHash: string,
  taskId: string,
): Promise<TaskWithAccess | undefined> =>
  // PostgreSQL rejects NUL in text, which would fail the whole batch.
  taskId.includes('\0') ? Promise.resolve(undefined) : lookup(database, { tokenHash, taskId })

interface TaskRequest {
  task_id: string
  user_id: string
}

const listDistinct = <T>(values: readonly T[]): NonNullable<T>[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
]

/**
 * Loads live tasks of an organization with the access of the requesting users, on a sharded database. Queries each table separately
 * instead of joining as `joinTasksWithAccess` does, because the coordinator caches plans only for such statements.
 */
async function loadTasksWithAccess<A extends TaskRequest>(
  db: Db,
  orgId: string,
  requests: readonly A[],
): Promise<(A & TaskWithAccess)[]> {
  const tasks = await db.queryByKey(sql<TaskRow>`
    select ${buildTaskColumns('t')} from tasks t
    where t.org_id = ${orgId} and t.task_id in (${sql.list(listDistinct(requests.map((request) => request.task_id)))})
      and t.deleted_at is null`)
  const taskIds = listDistinct(tasks.map(({ task_id }) => task_id))
  const [findAccess, claims, refs] = await Promise.all([
    loadAccess(db, orgId, tasks, listDistinct(requests.map((request) => request.user_id))),
    tasks.length > 0 ? db.queryByKey(selectClaims(orgId, taskIds)) : [],
    tasks.length > 0 ? db.queryByKey(selectTaskExternalRefs(orgId, taskIds)) : [],
  ])
  return requests.flatMap((request) => {
    const task = tasks.find(({ task_id }) => task_id === request.task_id)
    const claim = claims.find(({ task_id }) => task_id === request.task_id)?.claim ?? null
    const external_refs = refs.find(({ task_id }) => task_id === request.task_id)?.external_refs ?? []
    // Only writes need the sections of the project.
    const notLoaded = { project_has_status_sections: false }
    return task
      ? [{ ...request, ...task, ...findAccess(task, request.user_id), ...notLoaded, claim, external_refs }]
      : []
  })
}

type AccessColumns = Omit<TaskWithAccess, keyof TaskRow | 'claim' | 'external_refs' | 'project_has_status_sections'>
type TaskContainers = Pick<TaskRow, 'project_id' | 'team_id'>

async function loadAccess(
  db: Db,
  orgId: string,
  tasks: readonly TaskContainers[],
  userIds: readonly string[],
): Promise<(task: TaskContainers, userId: string) => AccessColumns> {
  const projectIds = listDistinct(tasks.map(({ project_id }) => project_id))
  const teamIds = listDistinct(tasks.map(({ team_id }) => team_id))
  const [projectList, teamList, userList] = [sql.list(projectIds), sql.list(teamIds), sql.list(userIds)]
  const [projects, projectMembers, teamMembers] = await Promise.all([
    projectIds.length > 0
      ? db.queryByKey(sql<ProjectAccess>`
          select p.project_id, p.visibility, p.deleted_at is not null as deleted, p.team_id, p.prefix from projects p
          where p.org_id = ${orgId} and p.project_id in (${projectList})`)
      : [],
    projectIds.length > 0
      ? db.queryByKey(sql<{ project_id: string; user_id: string; role: AccessColumns['my_role'] }>`
          select pm.project_id, pm.user_id, pm.project_role as role from project_members pm
          where pm.org_id = ${orgId} and pm.project_id in (${projectList}) and pm.user_id in (${userList}) and pm.is_active`)
      : [],
    teamIds.length > 0
      ? db.queryByKey(sql<{ team_id: string; user_id: string; role: AccessColumns['my_team_role'] }>`
          select tm.team_id, tm.user_id, tm.team_role as role from team_members tm
          where tm.org_id = ${orgId} and tm.team_id in (${teamList}) and tm.user_id in (${userList}) and tm.is_active`)
      : [],
  ])
  return ({ project_id, team_id }, userId) => {
    const project = projects.find((one) => one.project_id === project_id)
    const projectMember = projectMembers.find((m) => m.project_id === project_id && m.user_id === userId)
    const teamMember = teamMembers.find((m) => m.team_id === team_id && m.user_id === userId)
    return {
      project_visibility: project?.visibility ?? null,
      project_deleted: project?.deleted ?? false,
      project_team_id: project?.team_id ?? null,
      project_prefix: project?.prefix ?? null,
      my_role: projectMember?.role ?? null,
      my_team_role: teamMember?.role ?? null,
    }
  }
}

interface ProjectAccess {
  project_id: string
  visibility: AccessColumns['project_visibility']
  deleted: boolean
  team_id: string | null
  prefix: string
}
