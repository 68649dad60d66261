import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { unknownReference } from '../../kernel/problem.ts'
import { fold } from '../../kernel/text.ts'
import type { TaskRow } from './rows.ts'

interface Found {
  people: { user_id: string; username: string; username_key: string }[] | null
  team: string | null
  sprint_team: string | null
  milestone_team: string | null
  goal_project: string | null
  joined: boolean
}

const findSql = `
  SELECT
    (SELECT jsonb_agg(jsonb_build_object('user_id', m.user_id, 'username', m.username, 'username_key', m.username_key))
     FROM organization_members m WHERE m.org_id = $1 AND m.username_key = ANY($2::text[]) AND m.is_active
       AND m.deleted_at IS NULL) AS people,
    (SELECT team_id FROM teams WHERE org_id = $1 AND team_id = $3 AND is_active) AS team,
    (SELECT team_id FROM sprints WHERE org_id = $1 AND sprint_id = $4 AND is_active) AS sprint_team,
    (SELECT team_id FROM milestones WHERE org_id = $1 AND milestone_id = $5 AND is_active) AS milestone_team,
    (SELECT project_id FROM goals WHERE org_id = $1 AND goal_id = $6 AND is_active) AS goal_project,
    EXISTS (SELECT FROM team_members WHERE org_id = $1 AND team_id = $3 AND user_id = $7 AND is_active) AS joined`

/**
 * Looks up everything that `wanted` newly points at, in one statement: people become their stored names, and a team,
 * sprint, milestone or goal has to exist and to fit the task's project. 422 with its place otherwise.
 */
export async function resolveReferences(
  ctx: Context,
  stored: TaskRow,
  wanted: TaskRow,
  projectTeamId: string | null,
): Promise<TaskRow> {
  const changed = (name: keyof TaskRow) => wanted[name] !== null && wanted[name] !== stored[name]
  const restricted = wanted.restricted_to !== stored.restricted_to && wanted.restricted_to.length > 0
  const pointers = ['assignee', 'team_id', 'sprint_id', 'milestone_id', 'goal_id'] as const
  const emptied = wanted.restricted_to.length === 0 ? [] : wanted.restricted_to_user_ids
  if (!restricted && !pointers.some(changed)) return { ...wanted, restricted_to_user_ids: emptied }

  const names = [
    ...(restricted ? wanted.restricted_to : []),
    ...(changed('assignee') ? [wanted.assignee!] : []),
  ]
  const { team_id, sprint_id, milestone_id, goal_id } = wanted
  const values = [wanted.org_id, names.map(fold), team_id, sprint_id, milestone_id, goal_id, ctx.user.user_id]
  const found = (await query<Found>(ctx.db, findSql, values))[0]!
  const people = new Map(found.people?.map((person) => [person.username_key, person]))
  const person = (name: string, loc: (string | number)[]) => {
    const known = people.get(fold(name))
    if (!known) throw unknownReference(loc, 'active member')
    return known
  }

  const guest = ctx.caller.in(wanted.org_id).role === 'guest'
  if (changed('team_id') && (found.team === null || (guest && !found.joined)))
    throw unknownReference(['body', 'team_id'], 'team')
  const fits = (team: string | null) => team !== null && (team === wanted.team_id || team === projectTeamId)
  if (changed('sprint_id') && !fits(found.sprint_team))
    throw unknownReference(['body', 'sprint_id'], 'sprint')
  if (changed('milestone_id') && !fits(found.milestone_team))
    throw unknownReference(['body', 'milestone_id'], 'milestone')
  if (changed('goal_id') && (found.goal_project === null || found.goal_project !== wanted.project_id))
    throw unknownReference(['body', 'goal_id'], 'goal')

  const settled = { ...wanted, restricted_to_user_ids: emptied }
  if (changed('assignee')) settled.assignee = person(wanted.assignee!, ['body', 'assignee']).username
  if (restricted) {
    const named = wanted.restricted_to.map((name, i) => person(name, ['body', 'restricted_to', i]))
    const unique = [...new Map(named.map((one) => [one.user_id, one])).values()]
    settled.restricted_to = unique.map((one) => one.username)
    settled.restricted_to_user_ids = unique.map((one) => one.user_id)
  }
  return settled
}
