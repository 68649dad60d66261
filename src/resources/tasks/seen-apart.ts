import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { taskColumns, type TaskRow, type TaskSeen } from './rows.ts'

/** A task that somebody asks for. */
interface Asked {
  task_id: string
  user_id: string
}

const distinct = <T>(values: readonly T[]): NonNullable<T>[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
]

/**
 * The live tasks of an organization that somebody asks for, each as it is seen by who asks, where the tables are spread:
 * what `seenBy` joins on one server. Each table is asked by itself, by what names it and the organization alone: such a
 * statement is passed on by a plan that is kept, while a join is planned anew each time, on the coordinator and again on
 * the server that has the rows.
 */
export async function seenApart<A extends Asked>(
  db: Db,
  orgId: string,
  asked: readonly A[],
): Promise<(A & TaskSeen)[]> {
  const tasks = await db.lookUp(sql<TaskRow>`
    select ${taskColumns('t')} from tasks t
    where t.org_id = ${orgId} and t.task_id in (${sql.list(distinct(asked.map((one) => one.task_id)))})
      and t.deleted_at is null`)
  const rights = await rightsApart(db, orgId, tasks, distinct(asked.map((one) => one.user_id)))
  return asked.flatMap((one) => {
    const task = tasks.find(({ task_id }) => task_id === one.task_id)
    return task ? [{ ...one, ...task, ...rights(task, one.user_id) }] : []
  })
}

type Rights = Omit<TaskSeen, keyof TaskRow>
type Place = Pick<TaskRow, 'project_id' | 'team_id'>

/** What decides the rights on these tasks: `seenColumns` of a task for one of the users. */
async function rightsApart(
  db: Db,
  orgId: string,
  tasks: readonly Place[],
  userIds: readonly string[],
): Promise<(task: Place, userId: string) => Rights> {
  const projectIds = distinct(tasks.map(({ project_id }) => project_id))
  const teamIds = distinct(tasks.map(({ team_id }) => team_id))
  const [inProjects, inTeams, users] = [sql.list(projectIds), sql.list(teamIds), sql.list(userIds)]
  const [projects, ofProjects, ofTeams] = await Promise.all([
    projectIds.length > 0
      ? db.lookUp(sql<ProjectRights>`
          select p.project_id, p.visibility, p.deleted_at is not null as deleted, p.team_id from projects p
          where p.org_id = ${orgId} and p.project_id in (${inProjects})`)
      : [],
    projectIds.length > 0
      ? db.lookUp(sql<{ project_id: string; user_id: string; role: Rights['my_role'] }>`
          select pm.project_id, pm.user_id, pm.project_role as role from project_members pm
          where pm.org_id = ${orgId} and pm.project_id in (${inProjects}) and pm.user_id in (${users}) and pm.is_active`)
      : [],
    teamIds.length > 0
      ? db.lookUp(sql<{ team_id: string; user_id: string; role: Rights['my_team_role'] }>`
          select tm.team_id, tm.user_id, tm.team_role as role from team_members tm
          where tm.org_id = ${orgId} and tm.team_id in (${inTeams}) and tm.user_id in (${users}) and tm.is_active`)
      : [],
  ])
  return ({ project_id, team_id }, userId) => {
    const project = projects.find((one) => one.project_id === project_id)
    const inProject = ofProjects.find((one) => one.project_id === project_id && one.user_id === userId)
    const inTeam = ofTeams.find((one) => one.team_id === team_id && one.user_id === userId)
    return {
      project_visibility: project?.visibility ?? null,
      project_deleted: project?.deleted ?? false,
      project_team_id: project?.team_id ?? null,
      my_role: inProject?.role ?? null,
      my_team_role: inTeam?.role ?? null,
    }
  }
}

interface ProjectRights {
  project_id: string
  visibility: Rights['project_visibility']
  deleted: boolean
  team_id: string | null
}
