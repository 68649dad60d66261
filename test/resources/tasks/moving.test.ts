import { describe, expect, it } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { insertGoal, insertMilestone, insertSprint, insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { placeTask, createSection, type Scope } from '../sections/requests.ts'
import { patchTask, updateTask, toIssue, listTaskEvents, readTask, readVersion } from './requests.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const gil = await app.signIn('gil')

/** Creates an organization of ada in which ben edits the first of two projects, and gil is a guest. */
async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  const from = (await createProject(ada, org_id, { name: 'from' })).project_id as string
  const to = (await createProject(ada, org_id, { name: 'to' })).project_id as string
  await addProjectMember(ada, from, ben, 'editor')
  return { org_id: org_id as string, from, to }
}
const assignToTeam = async (projectId: string, team_id: string) =>
  expectStatus(await ada.patch(`/v1/projects/${projectId}`, { body: { team_id } }), 200)
const move = (client: Client, taskId: string, project_id: string | null) =>
  client.post(`/v1/tasks/${taskId}/project`, { body: { project_id } })

describe('moving a task to another project', () => {
  it('requires rights on both projects, by every way of moving', async () => {
    const { org_id, from, to } = await setUp()
    const { task_id } = await createTask(ada, org_id, { project_id: from })
    const buildMoves = (client: Client) => [
      () => move(client, task_id, to),
      () => patchTask(client, task_id, { project_id: to }),
      () => client.put(`/v1/tasks/${task_id}`, { body: { project_id: to } }),
      () => client.post('/v1/tasks/bulk', { body: { task_ids: [task_id], changes: { project_id: to } } }),
    ]
    const listStatuses = async (client: Client) => {
      const found: number[] = []
      for (const attempt of buildMoves(client)) found.push((await attempt()).status)
      return found
    }
    expect(await listStatuses(ben)).toEqual([403, 403, 403, 403])
    await addProjectMember(ada, to, ben, 'viewer')
    expect(await listStatuses(ben)).toEqual([403, 403, 403, 403])
    await addProjectMember(ada, to, gil, 'editor')
    await addProjectMember(ada, from, gil, 'viewer')
    expect(await listStatuses(gil)).toEqual([403, 403, 403, 403])
    expect((await readTask(ada, task_id)).project_id).toBe(from)
    expectStatus(await ada.patch(`/v1/project-members/${ben.userId}/${to}`, { body: { project_role: 'editor' } }), 200)
    expect(expectStatus(await move(ben, task_id, to), 200).project_id).toBe(to)
  })

  it('to a missing, hidden, deleted or foreign one is rejected with the same message', async () => {
    const { org_id, from } = await setUp()
    const closed = (await createProject(ada, org_id, { visibility: 'private' })).project_id
    const gone = (await createProject(ada, org_id)).project_id
    await ada.delete(`/v1/projects/${gone}`)
    const abroad = (await createProject(ben, (await createOrganization(ben)).org_id)).project_id
    const { task_id } = await createTask(ben, org_id, { project_id: from })
    const bodies = new Set<string>()
    for (const id of [closed, gone, abroad, 'P0000000000000000', '']) {
      const reply = await patchTask(ben, task_id, { project_id: id })
      expect([id, ...toIssue(reply)]).toEqual([id, 422, 'body.project_id'])
      bodies.add(JSON.stringify(reply.body.errors))
    }
    expect(bodies.size).toBe(1)
  })

  it('clears its goal, unless the same change sets one of the new project', async () => {
    const { org_id, from, to } = await setUp()
    const [old, next] = [await insertGoal(app, org_id, from), await insertGoal(app, org_id, to)]
    const make = () => createTask(ada, org_id, { project_id: from, goal_id: old })
    const one = await make()
    expect(expectStatus(await move(ada, one.task_id, to), 200)).toMatchObject({
      project_id: to,
      goal_id: null,
    })
    const events = (await listTaskEvents(ada, one.task_id)).slice(1)
    expect(events).toMatchObject([
      {
        type: 'task.moved',
        project_id: to,
        from_project_id: from,
        before: { project_id: from, goal_id: old },
        after: { project_id: to, goal_id: null },
      },
    ])
    expect(new Set(events.map((event) => event.request_id)).size).toBe(1)
    expect(await updateTask(ada, (await make()).task_id, { project_id: to, goal_id: next })).toMatchObject({
      goal_id: next,
    })
    expect(toIssue(await patchTask(ada, (await make()).task_id, { goal_id: next }))).toEqual([422, 'body.goal_id'])
    expect(
      toIssue(
        await patchTask(ada, (await make()).task_id, { project_id: to, goal_id: await insertGoal(app, org_id, from) }),
      ),
    ).toEqual([422, 'body.goal_id'])
    expect(expectStatus(await move(ada, (await make()).task_id, null), 200)).toMatchObject({
      project_id: null,
      goal_id: null,
    })
  })

  it('emits one event, also in the history, with all cleared fields', async () => {
    const { org_id, from, to } = await setUp()
    const teamId = await insertTeam(app, org_id, [ada])
    await assignToTeam(from, teamId)
    const filed = {
      goal_id: await insertGoal(app, org_id, from),
      sprint_id: await insertSprint(app, org_id, teamId),
      milestone_id: await insertMilestone(app, org_id, teamId),
    }
    const createLane = async (scope: Scope) => (await createSection(ada, org_id, scope, 'Here')).section_id as string
    const [ofProject, ofTeam] = [await createLane(['project', from]), await createLane(['team', teamId])]
    const { task_id, key } = await createTask(ada, org_id, { project_id: from, ...filed })
    await placeTask(ada, task_id, ['team', teamId], ofTeam)
    await placeTask(ada, task_id, ['project', from], ofProject)
    const seen = (await listTaskEvents(ada, task_id)).length
    const moved = expectStatus(await move(ada, task_id, to), 200)
    const lost = { project_id: from, key, ...filed, section_id: ofProject, other_section_ids: [ofTeam] }
    const nothing = Object.fromEntries(Object.keys(lost).map((name) => [name, null]))
    const emitted = (await listTaskEvents(ada, task_id)).slice(seen)
    expect(emitted.map(({ type, before, after }) => ({ type, before, after }))).toEqual([
      { type: 'task.moved', before: lost, after: { ...nothing, project_id: to, key: moved.key } },
    ])
    const history = (await ada.get('/v1/task-history', { query: { task_id, limit: 1 } })).body.data[0]
    expect(history.action).toBe('moved')
    expect(history.metadata).toContainEqual({ field: 'section_id', old: ofProject, new: null })
    expect(history.metadata).toContainEqual({ field: 'sprint_id', old: filed.sprint_id, new: null })
  })

  it('to its current project, or without one, has no effect', async () => {
    const { org_id, from } = await setUp()
    const { task_id } = await createTask(ada, org_id, {
      project_id: from,
      goal_id: await insertGoal(app, org_id, from),
    })
    const at = await readVersion(ada, task_id)
    const before = await readTask(ada, task_id)
    expect(expectStatus(await move(ada, task_id, from), 200)).toEqual(before)
    expect(expectStatus(await ada.post(`/v1/tasks/${task_id}/project`, { body: {} }), 200)).toEqual(before)
    expect(await readVersion(ada, task_id)).toBe(at)
    // Also for a caller who may change the task but not the project.
    const { task_id: bens } = await createTask(ada, org_id, { project_id: from, assignee: 'gil' })
    await addProjectMember(ada, from, gil, 'viewer')
    expectStatus(await move(gil, bens, from), 200)
  })

  it('removes it from the sections of the old project', async () => {
    const { org_id, from, to } = await setUp()
    const [blue, red] = [await insertTeam(app, org_id, [ada]), await insertTeam(app, org_id, [ada])]
    await assignToTeam(from, blue)
    const { task_id } = await createTask(ada, org_id, { project_id: from, team_id: red })
    for (const [scope, id] of [
      ['project', from],
      ['team', blue],
      ['team', red],
      ['user', 'ada'],
    ]) {
      await app.sql(
        `INSERT INTO sections (org_id, section_id, scope_type, scope_id, name, name_key, position, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $2, $2, 1, now(), now())`,
        [org_id, `SE${id}`, scope, id],
      )
      await app.sql(
        `INSERT INTO task_sections (org_id, scope_type, scope_id, task_id, section_id, position) VALUES ($1, $2, $3, $4, $5, 1)`,
        [org_id, scope, id, task_id, `SE${id}`],
      )
    }
    expectStatus(await move(ada, task_id, to), 200)
    const left = await app.sql('SELECT scope_id FROM task_sections WHERE org_id = $1 AND task_id = $2 ORDER BY 1', [
      org_id,
      task_id,
    ])
    expect(left).toEqual(
      [{ scope_id: red }, { scope_id: 'ada' }].toSorted((a, b) => (a.scope_id < b.scope_id ? -1 : 1)),
    )
  })

  it('to no project requires a member who is no guest, and no token limited to projects', async () => {
    const { org_id, from, to } = await setUp()
    await addProjectMember(ada, from, gil, 'editor')
    const { task_id } = await createTask(gil, org_id, { project_id: from, assignee: 'gil' })
    expect((await move(gil, task_id, null)).status).toBe(403)
    const limited = await createTokenClient(ada, org_id, { project_ids: [from] })
    expect((await move(limited, task_id, null)).status).toBe(403)
    expect(toIssue(await move(limited, task_id, to))).toEqual([422, 'body.project_id'])
    const both = await createTokenClient(ada, org_id, { project_ids: [from, to] })
    expect((await move(both, task_id, to)).status).toBe(200)
    expect((await move(ada, task_id, null)).status).toBe(200)
  })
})

describe('the resulting access is checked', () => {
  it('and users cannot hide a task from themselves', async () => {
    const { org_id, from } = await setUp()
    const { task_id } = await createTask(ben, org_id, { project_id: from })
    const at = await readVersion(ben, task_id)
    const expectForbidden = async (client: Client, id: string, body: object) =>
      expect((await patchTask(client, id, body)).status).toBe(403)
    await expectForbidden(ben, task_id, { restricted_to: ['gil'], title: 'gone' })
    await expectForbidden(ben, task_id, { restricted_to: ['ada'] })
    const adas = await createTask(ada, org_id, { project_id: from })
    await expectForbidden(ben, adas.task_id, { project_id: null })
    const unfiled = await createTask(ada, org_id, { assignee: 'ben' })
    await expectForbidden(ben, unfiled.task_id, { assignee: 'gil' })
    const blue = await insertTeam(app, org_id, [ben, gil])
    const green = await insertTeam(app, org_id, [ben])
    const ofTeam = await createTask(ada, org_id, { team_id: blue })
    await expectForbidden(ben, ofTeam.task_id, { team_id: null })
    expect(toIssue(await patchTask(gil, ofTeam.task_id, { team_id: green }))).toEqual([422, 'body.team_id'])
    expect(await readVersion(ben, task_id)).toBe(at)
    expect((await patchTask(ben, task_id, { restricted_to: ['ben'] })).status).toBe(200)
    expect(
      (
        await ben.post('/v1/tasks', {
          body: { org_id, title: 't', project_id: from, restricted_to: ['gil'] },
        })
      ).status,
    ).toBe(403)
    expect(
      (
        await ada.post('/v1/tasks', {
          body: { org_id, title: 't', project_id: from, restricted_to: ['gil'] },
        })
      ).status,
    ).toBe(200)
  })

  it('and the response has the rights after the change', async () => {
    const { org_id, from } = await setUp()
    const blue = await insertTeam(app, org_id, [ada, gil])
    const green = await insertTeam(app, org_id, [ada, ben])
    const { task_id } = await createTask(ada, org_id, { team_id: green })
    expect(await readTask(ben, task_id)).toMatchObject({ has_edit_access: true })
    expect(await updateTask(ben, task_id, { team_id: blue })).toMatchObject({ has_edit_access: false })
    expect(await readTask(ben, task_id)).toMatchObject({ has_edit_access: false })
    const loose = await createTask(ada, org_id, { assignee: 'gil' })
    expect(await updateTask(gil, loose.task_id, { team_id: blue })).toMatchObject({
      team_id: blue,
      has_edit_access: true,
    })
    expect(await updateTask(gil, loose.task_id, { assignee: null })).toMatchObject({ has_edit_access: true })
    // Reassigning is allowed as long as the caller can still read the task.
    const handed = await createTask(ada, org_id, { project_id: from, assignee: 'ben' })
    expectStatus(await ada.delete(`/v1/project-members/${ben.userId}/${from}`), 200)
    expect(await updateTask(ben, handed.task_id, { assignee: 'ada' })).toMatchObject({ has_edit_access: false })
  })
})

describe('team, sprint and milestone', () => {
  it('have to exist and match: a sprint or milestone of the task’s team or its project’s', async () => {
    const { org_id, from } = await setUp()
    const [blue, red] = [await insertTeam(app, org_id, [ada]), await insertTeam(app, org_id, [ada])]
    await assignToTeam(from, blue)
    const { org_id: other } = await createOrganization(ada)
    const abroad = await insertTeam(app, other, [ada])
    const { task_id } = await createTask(ada, org_id, { project_id: from })
    for (const [name, of] of [
      ['sprint_id', insertSprint],
      ['milestone_id', insertMilestone],
    ] as const) {
      expect((await updateTask(ada, task_id, { [name]: await of(app, org_id, blue) }))[name]).toBeTruthy()
      for (const id of [await of(app, org_id, red), await of(app, other, abroad), 'SP0000000000000000'])
        expect(toIssue(await patchTask(ada, task_id, { [name]: id }))).toEqual([422, `body.${name}`])
      const ofRed = await of(app, org_id, red)
      expect((await updateTask(ada, task_id, { team_id: red, [name]: ofRed }))[name]).toBe(ofRed)
      await updateTask(ada, task_id, { team_id: null, [name]: null })
    }
    for (const id of [abroad, 'TM0000000000000000', ''])
      expect(toIssue(await patchTask(ada, task_id, { team_id: id }))).toEqual([422, 'body.team_id'])
  })

  it('are cleared when the task leaves their team', async () => {
    const { org_id, from, to } = await setUp()
    const [blue, red] = [await insertTeam(app, org_id, [ada]), await insertTeam(app, org_id, [ada])]
    await assignToTeam(from, blue)
    const insertContainers = async (of: string) => ({
      sprint_id: await insertSprint(app, org_id, of),
      milestone_id: await insertMilestone(app, org_id, of),
    })
    const none = { sprint_id: null, milestone_id: null }
    const [ofBlue, ofRed] = [await insertContainers(blue), await insertContainers(red)]
    const filed = await createTask(ada, org_id, {
      project_id: from,
      team_id: red,
      sprint_id: ofBlue.sprint_id,
      milestone_id: ofRed.milestone_id,
    })
    expect(await updateTask(ada, filed.task_id, { project_id: to })).toMatchObject({
      sprint_id: null,
      milestone_id: ofRed.milestone_id,
    })
    expect(await updateTask(ada, filed.task_id, { team_id: blue })).toMatchObject(none)
    const ofTeam = await createTask(ada, org_id, { team_id: red, ...ofRed })
    expect(await updateTask(ada, ofTeam.task_id, { team_id: blue, ...ofBlue })).toMatchObject(ofBlue)
    expect(await updateTask(ada, ofTeam.task_id, { project_id: from, team_id: null })).toMatchObject(ofBlue)
    expect(await updateTask(ada, ofTeam.task_id, { project_id: null })).toMatchObject(none)
    const event = (await listTaskEvents(ada, ofTeam.task_id)).at(-1)
    expect(event).toMatchObject({ type: 'task.moved', before: ofBlue, after: none })
  })

  it('a completed sprint accepts no more tasks, and keeps its own', async () => {
    const { org_id, from } = await setUp()
    const blue = await insertTeam(app, org_id, [ada])
    const done = await insertSprint(app, org_id, blue, 'completed')
    const { task_id } = await createTask(ada, org_id, { project_id: from, team_id: blue })
    expect((await patchTask(ada, task_id, { sprint_id: done })).status).toBe(409)
    expect((await ada.post('/v1/tasks', { body: { org_id, title: 't', team_id: blue, sprint_id: done } })).status).toBe(
      409,
    )
    await app.sql('UPDATE tasks SET sprint_id = $3 WHERE org_id = $1 AND task_id = $2', [org_id, task_id, done])
    expect(await updateTask(ada, task_id, { sprint_id: done, title: 'x' })).toMatchObject({ sprint_id: done })
  })
})
