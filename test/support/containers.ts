import { newId } from '../../src/core/ids.ts'
import { toSortKey } from '../../src/core/text.ts'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'

/** Creates containers of tasks directly in the database: teams, sprints, milestones and goals. */

export async function insertTeam(app: TestApp, orgId: string, people: Client[] = [], name = ''): Promise<string> {
  const id = newId('TM', Date.now())
  await app.sql(
    'INSERT INTO teams (org_id, team_id, name, name_key, created_at, updated_at) VALUES ($1, $2, $3, $4, now(), now())',
    [orgId, id, name || id, toSortKey(name || id)],
  )
  for (const [i, person] of people.entries())
    await app.sql(
      `INSERT INTO team_members (org_id, team_id, user_id, username, team_role, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, now(), now())`,
      [orgId, id, person.userId, person.username, i === 0 ? 'owner' : 'member'],
    )
  return id
}

export async function insertSprint(
  app: TestApp,
  orgId: string,
  teamId: string,
  status: 'active' | 'completed' = 'active',
): Promise<string> {
  const id = newId('SP', Date.now())
  await app.sql(
    `INSERT INTO sprints (org_id, sprint_id, team_id, name, name_key, start_date, end_date, status, created_at, updated_at)
     VALUES ($1, $2, $3, $2, $2, '2026-01-01', '2026-01-14', $4, now(), now())`,
    [orgId, id, teamId, status],
  )
  return id
}

export async function insertMilestone(app: TestApp, orgId: string, teamId: string): Promise<string> {
  const id = newId('MS', Date.now())
  await app.sql(
    `INSERT INTO milestones (org_id, milestone_id, team_id, title, title_key, target_date, created_at, updated_at)
     VALUES ($1, $2, $3, $2, $2, '2026-06-01', now(), now())`,
    [orgId, id, teamId],
  )
  return id
}

export async function insertGoal(app: TestApp, orgId: string, projectId: string): Promise<string> {
  const id = newId('G', Date.now())
  await app.sql(
    `INSERT INTO goals (org_id, goal_id, project_id, name, name_key, created_at, updated_at)
     VALUES ($1, $2, $3, $2, $2, now(), now())`,
    [orgId, id, projectId],
  )
  return id
}
