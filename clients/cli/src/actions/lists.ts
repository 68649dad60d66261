import type { OrganizationMember, ProjectSummary, Sprint, TeamSummary } from '@svc/sdk'
import type { Context } from '../context.ts'
import { printRows, type ListFlags } from '../output/rows.ts'
import { resolveTeam } from '../session/resolve-names.ts'
import { openSession, requireOrgId, type Session } from '../session/session.ts'
import { mapConcurrently } from '../parallel.ts'

export async function listProjects(context: Context, flags: ListFlags): Promise<void> {
  const session = openSession(context, flags)
  const query = { org_id: await requireOrgId(session), limit: 1000 }
  const rows = await session.svc.projects.list(query, { signal: context.signal }).toArray()
  printRows<ProjectSummary>(
    context,
    rows,
    {
      id: ({ project_id }) => project_id,
      emptyMessage: 'No projects',
      columns: [
        { name: 'project_id', heading: 'ID', cell: ({ project_id }) => project_id },
        { name: 'status', heading: 'STATUS', cell: ({ status }) => status },
        { name: 'tasks', heading: 'DONE', cell: (row) => `${row.tasks_completed}/${row.tasks_total}` },
        { name: 'end_date', heading: 'ENDS', cell: ({ end_date }) => end_date },
        { name: 'owner', heading: 'OWNER', cell: ({ owner }) => owner },
        { name: 'name', heading: 'NAME', cell: ({ name }) => name, fillsWidth: true },
      ],
    },
    flags,
  )
}

export async function listTeams(context: Context, flags: ListFlags): Promise<void> {
  const session = openSession(context, flags)
  printRows<TeamSummary>(
    context,
    await findTeams(session, context.signal),
    {
      id: ({ team_id }) => team_id,
      emptyMessage: 'No teams',
      columns: [
        { name: 'team_id', heading: 'ID', cell: ({ team_id }) => team_id },
        { name: 'member_count', heading: 'MEMBERS', cell: ({ member_count }) => String(member_count) },
        { name: 'team_role', heading: 'YOU', cell: ({ team_role }) => team_role },
        { name: 'name', heading: 'NAME', cell: ({ name }) => name, fillsWidth: true },
      ],
    },
    flags,
  )
}

const findTeams = async (session: Session, signal: AbortSignal): Promise<TeamSummary[]> =>
  session.svc.teams.list({ org_id: await requireOrgId(session), limit: 1000 }, { signal }).toArray()

export async function listMembers(context: Context, flags: ListFlags): Promise<void> {
  const session = openSession(context, flags)
  const query = { org_id: await requireOrgId(session), is_active: true, limit: 1000 }
  const rows = await session.svc.organizationMembers.list(query, { signal: context.signal }).toArray()
  printRows<OrganizationMember>(
    context,
    rows,
    {
      id: ({ username, user_id }) => username ?? user_id,
      emptyMessage: 'No members',
      columns: [
        { name: 'username', heading: 'USERNAME', cell: ({ username }) => username },
        { name: 'role', heading: 'ROLE', cell: ({ role }) => role },
        { name: 'designation', heading: 'DESIGNATION', cell: ({ designation }) => designation },
        { name: 'email', heading: 'EMAIL', cell: ({ email }) => email, fillsWidth: true },
      ],
    },
    flags,
  )
}

interface SprintFlags extends ListFlags {
  team?: string
}

/** Finds the sprints of a team, or of all teams, the latest first. */
export async function findSprints(
  session: Session,
  signal: AbortSignal,
  only?: string | null,
): Promise<(Sprint & { team: string })[]> {
  const teams = await findTeams(session, signal)
  const wanted = teams.filter(({ team_id }) => only === undefined || team_id === only)
  const lists = await mapConcurrently(wanted, async ({ team_id, name: team }) => {
    const sprints = await session.svc.sprints.list(team_id, { limit: 1000 }, { signal }).toArray()
    return sprints.map((sprint) => ({ ...sprint, team }))
  })
  return lists.flat().toSorted((a, b) => (a.start_date < b.start_date ? 1 : -1))
}

export async function listSprints(context: Context, flags: SprintFlags): Promise<void> {
  const session = openSession(context, flags)
  const only = flags.team === undefined ? undefined : await resolveTeam(session, flags.team)
  const rows = await findSprints(session, context.signal, only)
  printRows(
    context,
    rows,
    {
      id: ({ sprint_id }) => sprint_id,
      emptyMessage: 'No sprints',
      columns: [
        { name: 'sprint_id', heading: 'ID', cell: ({ sprint_id }) => sprint_id },
        { name: 'status', heading: 'STATUS', cell: ({ status }) => status },
        { name: 'start_date', heading: 'FROM', cell: ({ start_date }) => start_date },
        { name: 'end_date', heading: 'TO', cell: ({ end_date }) => end_date },
        { name: 'tasks', heading: 'DONE', cell: (row) => `${row.completed_count}/${row.task_count}` },
        { name: 'team', heading: 'TEAM', cell: ({ team }) => team },
        { name: 'name', heading: 'NAME', cell: ({ name }) => name, fillsWidth: true },
      ],
    },
    flags,
  )
}
