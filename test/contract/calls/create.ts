import { newUuid } from '../../../src/core/ids.ts'
import { Client } from '../../support/client.ts'
import { insertMembership } from '../../support/factories.ts'
import { create, buildUniqueName, type ResponseBody, type Fixture } from '../fixtures.ts'

/** Factories of resources for calls: created by the organization's owner, projects and teams by their lead. */

export const createProject = (fixture: Fixture, values: object = {}): Promise<ResponseBody> =>
  create(fixture.lead, '/v1/projects', {
    org_id: fixture.org_id,
    name: buildUniqueName('Project'),
    visibility: fixture.visibility,
    ...values,
  })

/** Returns the ETag of a resource for the owner of the organization. */
export const loadEtag = async (fixture: Fixture, path: string): Promise<string> =>
  (await fixture.owner.get(path)).headers.etag!

export async function createTask(fixture: Fixture, values: object = {}): Promise<ResponseBody> {
  const { project_id } = await fixture.project()
  return create(fixture.owner, '/v1/tasks', {
    org_id: fixture.org_id,
    title: buildUniqueName('Task'),
    project_id,
    ...values,
  })
}

export async function createIntakeTask(fixture: Fixture, values: object = {}): Promise<ResponseBody> {
  const { team_id } = await fixture.team()
  return createTask(fixture, { project_id: null, team_id, ...values })
}

export async function createGoal(fixture: Fixture, values: object = {}): Promise<ResponseBody> {
  const { project_id } = await fixture.project()
  return create(fixture.owner, `/v1/projects/${project_id}/goals`, { name: buildUniqueName('Goal'), ...values })
}

export async function createSprint(fixture: Fixture, values: object = {}): Promise<ResponseBody> {
  const { team_id } = await fixture.team()
  const body = { name: buildUniqueName('Sprint'), start_date: '2026-11-16', duration_weeks: 2, ...values }
  return create(fixture.owner, `/v1/teams/${team_id}/sprints`, body)
}

export async function createMilestone(fixture: Fixture, values: object = {}): Promise<ResponseBody> {
  const { team_id } = await fixture.team()
  const body = { title: buildUniqueName('Milestone'), target_date: '2027-03-31', ...values }
  return create(fixture.owner, `/v1/teams/${team_id}/milestones`, body)
}

export const createTeam = (fixture: Fixture, values: object = {}): Promise<ResponseBody> =>
  create(fixture.lead, '/v1/teams', { org_id: fixture.org_id, name: buildUniqueName('Team'), ...values })

/** Creates an active member of the organization without projects and teams. */
export async function insertMember(fixture: Fixture): Promise<ResponseBody> {
  const user_id = newUuid(Date.now())
  const username = `p${user_id.slice(-12)}`
  await fixture.app.sql(
    `INSERT INTO users (user_id, issuer, subject, username, username_key, email, email_key, email_verified, created_at,
       updated_at) VALUES ($1, 'https://nowhere.invalid', $2, $2, $2, $3, $3, true, now(), now())`,
    [user_id, username, `${username}@dev.invalid`],
  )
  const person = new Client(fixture.app, undefined, { user_id, username })
  await insertMembership(person, fixture.org_id, 'member')
  return { user_id, username }
}

export const createToken = (fixture: Fixture, values: object = {}): Promise<ResponseBody> =>
  create(fixture.owner, '/v1/tokens', {
    org_id: fixture.org_id,
    name: buildUniqueName('Token'),
    scopes: ['org:read'],
    ...values,
  })

/** Creates a designation of the organization. */
export const createDesignation = (fixture: Fixture, values: object = {}): Promise<ResponseBody> =>
  create(fixture.owner, '/v1/designations', {
    org_id: fixture.org_id,
    label: buildUniqueName('Designation'),
    ...values,
  })

/** References of members and their roles. */
export const createReferences = async (fixture: Fixture) => ({
  designation_id: (await createDesignation(fixture)).designation_id as string,
})

/** Scope of sections and views: the shared project. */
export const loadSharedScope = async (fixture: Fixture) => ({
  scope_type: 'project',
  scope_id: (await fixture.project()).project_id as string,
})

export const createSection = async (fixture: Fixture): Promise<ResponseBody> =>
  create(fixture.lead, '/v1/sections', {
    org_id: fixture.org_id,
    ...(await loadSharedScope(fixture)),
    name: buildUniqueName('Section'),
  })

/** Archives the custom fields of the shared project before their number reaches the limit. */
export async function makeRoomForFields(fixture: Fixture): Promise<void> {
  const ids = [(await fixture.project()).project_id]
  await fixture.app.sql(
    `UPDATE task_fields SET is_active = false WHERE org_id = $1 AND project_ids = $2 AND is_active
       AND (SELECT count(*) FROM task_fields f WHERE f.org_id = $1 AND f.project_ids = $2 AND f.is_active) > 40`,
    [fixture.org_id, ids],
  )
}

/** Creates a custom field of the shared project. */
export async function createField(fixture: Fixture, values: object = {}): Promise<ResponseBody> {
  await makeRoomForFields(fixture)
  return create(fixture.owner, '/v1/fields', {
    org_id: fixture.org_id,
    name: buildUniqueName('Field'),
    type: 'select',
    options: [{ label: 'Low' }, { label: 'High' }],
    project_ids: [(await fixture.project()).project_id],
    ...values,
  })
}
