import { newUuid } from '../../../src/core/ids.ts'
import { Client } from '../../support/client.ts'
import { insertMembership } from '../../support/factories.ts'
import { create, fresh, type Made, type World } from '../fixtures.ts'

/** Factories of resources for calls: created by the organization's owner, projects and teams by their lead. */

export const newProject = (world: World, values: object = {}): Promise<Made> =>
  create(world.lead, '/v1/projects', {
    org_id: world.org_id,
    name: fresh('Project'),
    visibility: world.visibility,
    ...values,
  })

/** Returns the ETag of a resource for the owner of the organization. */
export const loadEtag = async (world: World, path: string): Promise<string> =>
  (await world.owner.get(path)).headers.etag!

export async function newTask(world: World, values: object = {}): Promise<Made> {
  const { project_id } = await world.project()
  return create(world.owner, '/v1/tasks', {
    org_id: world.org_id,
    title: fresh('Task'),
    project_id,
    ...values,
  })
}

export async function newIntakeTask(world: World, values: object = {}): Promise<Made> {
  const { team_id } = await world.team()
  return newTask(world, { project_id: null, team_id, ...values })
}

export async function newGoal(world: World, values: object = {}): Promise<Made> {
  const { project_id } = await world.project()
  return create(world.owner, `/v1/projects/${project_id}/goals`, { name: fresh('Goal'), ...values })
}

export async function newSprint(world: World, values: object = {}): Promise<Made> {
  const { team_id } = await world.team()
  const body = { name: fresh('Sprint'), start_date: '2026-11-16', duration_weeks: 2, ...values }
  return create(world.owner, `/v1/teams/${team_id}/sprints`, body)
}

export async function newMilestone(world: World, values: object = {}): Promise<Made> {
  const { team_id } = await world.team()
  const body = { title: fresh('Milestone'), target_date: '2027-03-31', ...values }
  return create(world.owner, `/v1/teams/${team_id}/milestones`, body)
}

export const newTeam = (world: World, values: object = {}): Promise<Made> =>
  create(world.lead, '/v1/teams', { org_id: world.org_id, name: fresh('Team'), ...values })

/** Creates an active member of the organization without projects and teams. */
export async function newMember(world: World): Promise<Made> {
  const user_id = newUuid(Date.now())
  const username = `p${user_id.slice(-12)}`
  await world.app.sql(
    `INSERT INTO users (user_id, issuer, subject, username, username_key, email, email_key, email_verified, created_at,
       updated_at) VALUES ($1, 'https://nowhere.invalid', $2, $2, $2, $3, $3, true, now(), now())`,
    [user_id, username, `${username}@dev.invalid`],
  )
  const person = new Client(world.app, undefined, { user_id, username })
  await insertMembership(person, world.org_id, 'member')
  return { user_id, username }
}

export const newToken = (world: World, values: object = {}): Promise<Made> =>
  create(world.owner, '/v1/tokens', {
    org_id: world.org_id,
    name: fresh('Token'),
    scopes: ['org:read'],
    ...values,
  })

/** Creates a designation of the organization. */
export const newDesignation = (world: World, values: object = {}): Promise<Made> =>
  create(world.owner, '/v1/designations', {
    org_id: world.org_id,
    label: fresh('Designation'),
    ...values,
  })

/** References of members and their roles. */
export const newReferences = async (world: World) => ({
  designation_id: (await newDesignation(world)).designation_id as string,
})

/** Scope of sections and views: the shared project. */
export const sharedScope = async (world: World) => ({
  scope_type: 'project',
  scope_id: (await world.project()).project_id as string,
})

export const newSection = async (world: World): Promise<Made> =>
  create(world.lead, '/v1/sections', {
    org_id: world.org_id,
    ...(await sharedScope(world)),
    name: fresh('Section'),
  })

/** Archives the custom fields of the shared project before their number reaches the limit. */
export async function makeRoomForFields(world: World): Promise<void> {
  const ids = [(await world.project()).project_id]
  await world.app.sql(
    `UPDATE task_fields SET is_active = false WHERE org_id = $1 AND project_ids = $2 AND is_active
       AND (SELECT count(*) FROM task_fields f WHERE f.org_id = $1 AND f.project_ids = $2 AND f.is_active) > 40`,
    [world.org_id, ids],
  )
}

/** Creates a custom field of the shared project. */
export async function newField(world: World, values: object = {}): Promise<Made> {
  await makeRoomForFields(world)
  return create(world.owner, '/v1/fields', {
    org_id: world.org_id,
    name: fresh('Field'),
    type: 'select',
    options: [{ label: 'Low' }, { label: 'High' }],
    project_ids: [(await world.project()).project_id],
    ...values,
  })
}
