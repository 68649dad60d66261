import * as fc from 'fast-check'
import type { Client, TestApp } from '../../support/app.ts'
import { insertMembership, createOrganization, type OrgRole } from '../../support/factories.ts'

/** Random organizations, inserted directly into the database, and an independent rule of visibility. */

export const names = ['ada', 'ben', 'cem', 'dee', 'eli'] as const

const person = fc.integer({ min: 0, max: names.length - 1 })
const place = fc.integer({ min: -2, max: 3 })
export const organizationModels = fc.record({
  /** The roles of everyone except ada, who owns the organization. */
  roles: fc.array(fc.constantFrom<OrgRole>('owner', 'admin', 'member', 'member', 'guest', 'guest'), {
    minLength: 4,
    maxLength: 4,
  }),
  projects: fc.array(
    fc.record({
      visibility: fc.constantFrom('public', 'private'),
      deleted: fc.constantFrom(false, false, false, true),
      roles: fc.array(fc.constantFrom(null, null, 'owner', 'editor', 'viewer'), {
        minLength: 5,
        maxLength: 5,
      }),
    }),
    { minLength: 4, maxLength: 4 },
  ),
  teams: fc.array(fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), { minLength: 4, maxLength: 4 }),
  tasks: fc.array(
    fc.record({
      project: place,
      team: place,
      created_by: person,
      assignee: fc.option(person),
      restricted: fc.oneof(
        { weight: 3, arbitrary: fc.constant<number[]>([]) },
        { weight: 2, arbitrary: fc.uniqueArray(person, { minLength: 1, maxLength: 2 }) },
      ),
      deleted: fc.constantFrom(false, false, false, false, true),
      links: fc.uniqueArray(fc.integer({ min: 0, max: 15 }), { maxLength: 3 }),
    }),
    { minLength: 16, maxLength: 16 },
  ),
  /** The projects to which each user's token is limited. */
  limits: fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }), {
    minLength: 5,
    maxLength: 5,
  }),
})
export type OrganizationModel = typeof organizationModels extends fc.Arbitrary<infer W> ? W : never

/** Inserts rows of one shape. */
export async function insertRows(app: TestApp, table: string, rows: Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0]!)
  for (const row of rows)
    await app.sql(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row),
    )
}

/** Creates the world in its own organization, and returns the ids of its tasks and projects. */
export async function insertOrganizationModel(app: TestApp, people: Client[], model: OrganizationModel) {
  const { org_id } = await createOrganization(people[0]!)
  const now = '2026-11-01T00:00:00Z'
  const times = { created_at: now, updated_at: now }
  for (const [i, role] of model.roles.entries()) await insertMembership(people[i + 1]!, org_id, role)
  const buildId = (prefix: string, i: number) => `${prefix}${org_id.slice(-12)}${i}`
  const teamIds = model.teams.map((_, i) => buildId('TM', i))
  const projectIds = model.projects.map((_, i) => buildId('P', i))
  const taskIds = model.tasks.map((_, i) => buildId('T', i))
  const listMembers = <T>(each: T[]) =>
    each.map((value, i) => ({ value, user_id: people[i]!.userId, username: names[i] }))
  await insertRows(
    app,
    'teams',
    teamIds.map((team_id) => ({ org_id, team_id, name: team_id, name_key: team_id, ...times })),
  )
  await insertRows(
    app,
    'team_members',
    model.teams.flatMap((joined, t) =>
      listMembers(joined).flatMap(({ value, ...who }) =>
        value ? [{ org_id, team_id: teamIds[t], ...who, team_role: 'member', ...times }] : [],
      ),
    ),
  )
  await insertRows(
    app,
    'projects',
    model.projects.map(({ visibility, deleted }, i) => ({
      org_id,
      project_id: projectIds[i],
      name: `p${i}`,
      name_key: `p${i}`,
      status_rank: 1,
      priority_rank: 1,
      visibility,
      position: i,
      deleted_at: deleted ? now : null,
      ...times,
    })),
  )
  await insertRows(
    app,
    'project_members',
    model.projects.flatMap(({ roles }, p) =>
      listMembers(roles).flatMap(({ value, ...who }) =>
        value
          ? [
              {
                org_id,
                project_id: projectIds[p],
                ...who,
                username_key: who.username,
                project_role: value,
                ...times,
              },
            ]
          : [],
      ),
    ),
  )
  await insertRows(
    app,
    'tasks',
    model.tasks.map((one, i) => ({
      org_id,
      task_id: taskIds[i],
      project_id: projectIds[one.project] ?? null,
      team_id: teamIds[one.team] ?? null,
      title: `t${i}`,
      title_key: `t${i}`,
      status_rank: 2,
      priority_rank: 4,
      created_by: names[one.created_by],
      assignee: one.assignee === null ? null : names[one.assignee],
      assignee_key: one.assignee === null ? null : names[one.assignee],
      restricted: one.restricted.length > 0,
      restricted_to: one.restricted.map((n) => names[n]),
      restricted_to_user_ids: one.restricted.map((n) => people[n]!.userId),
      dependencies: listLinks(model, i).map((n) => taskIds[n]),
      deleted_at: one.deleted ? now : null,
      ...times,
    })),
  )
  await insertRows(
    app,
    'task_search',
    taskIds.map((task_id, i) => ({ org_id, task_id, content: `t${i}`, grams: [] })),
  )
  return { org_id: org_id as string, taskIds, projectIds, teamIds }
}

/** Omits deleted tasks: deleting removes links. */
export const listLinks = (model: OrganizationModel, i: number) =>
  model.tasks[i]!.links.filter((n) => n !== i && !model.tasks[n]!.deleted)

/** Builds the rule for person `n` with a session, or with a token limited to projects. */
export function buildRule(model: OrganizationModel, n: number, limit: number[] | null) {
  const role: OrgRole = n === 0 ? 'owner' : model.roles[n - 1]!
  const admin = role === 'owner' || role === 'admin'
  const canReadProject = (p: number) => {
    const one = model.projects[p]!
    if (one.deleted || (limit && !limit.includes(p))) return false
    return admin || one.roles[n] !== null || (one.visibility === 'public' && role === 'member')
  }
  const canReadTask = (t: number) => {
    const one = model.tasks[t]!
    if (one.deleted) return false
    const owns = one.project >= 0 && model.projects[one.project]!.roles[n] === 'owner'
    if (one.restricted.length > 0 && !one.restricted.includes(n) && !owns && !admin) return false
    if (one.project >= 0) return canReadProject(one.project)
    if (limit) return false
    if (admin) return true
    if (one.team >= 0) return role !== 'guest' || model.teams[one.team]![n]!
    return one.created_by === n || one.assignee === n
  }
  const canEditTask = (t: number) => {
    const one = model.tasks[t]!
    if (admin || one.created_by === n || one.assignee === n) return true
    if (one.project >= 0) return ['owner', 'editor'].includes(model.projects[one.project]!.roles[n] ?? '')
    return one.team >= 0 && model.teams[one.team]![n]!
  }
  return { readsTask: canReadTask, edits: canEditTask, readsProject: canReadProject }
}
