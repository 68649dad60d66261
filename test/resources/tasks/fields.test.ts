import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { insertGoal, insertMilestone, insertSprint, insertTeam } from '../../support/containers.ts'
import { insertMembership, addMember, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { patchTask, updateTask, toIssue, listTaskEvents, readTask, readVersion, type Task } from './requests.ts'

let app: TestApp
let ada: Client
let ben: Client
let org_id: string

beforeAll(async () => {
  app = await startApp()
  ;[ada, ben] = (await Promise.all([app.signIn('Ada.L'), app.signIn('ben')])) as [Client, Client]
  org_id = (await createOrganization(ada)).org_id
  await insertMembership(ben, org_id, 'member')
})

const make = (values: object = {}): Promise<Task> => createTask(ada, org_id, values)
const toRejection = async (body: object, values: object = {}) =>
  toIssue(await patchTask(ada, (await make(values)).task_id, body))
const createRefusal = async (values: object) =>
  toIssue(await ada.post('/v1/tasks', { body: { org_id, title: 't', ...values } }))

/** Creates a task with every field filled, and its containers. */
async function createFullTask() {
  const blue = await insertTeam(app, org_id, [ada])
  const { project_id } = await createProject(ada, org_id, { team_id: blue })
  const sub = await make()
  const dep = await make()
  const values = {
    project_id,
    team_id: blue,
    sprint_id: await insertSprint(app, org_id, blue),
    milestone_id: await insertMilestone(app, org_id, blue),
    goal_id: await insertGoal(app, org_id, project_id),
    sub_tasks: [sub.task_id],
    dependencies: [dep.task_id],
    title: 'Full',
    description: 'All of it',
    status: 'in_progress',
    priority: 'high',
    task_type: 'bug',
    assignee: 'ben',
    start_date: '2026-01-01',
    due_date: '2026-02-01',
    tags: ['a', 'b'],
    type_data: { environment: 'quay' },
    metadata: [{ a: { b: [1] } }],
    bug_id: 'B1',
    tracker_id: 'T1',
    restricted_to: ['ben'],
  }
  return { made: await make(values), values }
}

describe('creating a task', () => {
  it('stores every field, and returns the same as a read', async () => {
    const { made, values } = await createFullTask()
    expect(made).toMatchObject(values)
    expect(made).toMatchObject({
      created_by: 'Ada.L',
      is_subtask: false,
      restricted_to_user_ids: [ben.userId],
    })
    expect(await readTask(ada, made.task_id)).toEqual(made)
  })

  it('applies defaults for missing and null fields', async () => {
    const empty = {
      project_id: null,
      team_id: null,
      sprint_id: null,
      milestone_id: null,
      goal_id: null,
      sub_tasks: [],
      dependencies: [],
      description: null,
      status: 'not_started',
      priority: 'none',
      task_type: 'task',
      assignee: null,
      start_date: null,
      due_date: null,
      tags: [],
      type_data: null,
      metadata: [],
      bug_id: null,
      tracker_id: null,
      restricted_to: [],
      restricted_to_user_ids: null,
      is_subtask: false,
    }
    expect(await make()).toMatchObject(empty)
    const nulls = Object.fromEntries(Object.keys(empty).map((name) => [name, null]))
    expect(await make({ ...nulls, is_subtask: false })).toMatchObject(empty)
  })

  it('ignores server-owned and unknown fields, except for their type', async () => {
    const created = await make({
      created_by: 'ben',
      updated_by: 'ben',
      nonsense: 1,
      task_id: 'T1',
      version: 7,
      comments: 9,
    })
    expect(created).toMatchObject({ created_by: 'Ada.L', updated_by: 'Ada.L' })
    expect(created.task_id).not.toBe('T1')
    expect(await createRefusal({ created_by: 5 })).toEqual([422, 'body.created_by'])
    expect(await createRefusal({ is_subtask: null })).toEqual([422, 'body.is_subtask'])
  })

  it('rejects invalid values and sizes with their location', async () => {
    const invalid: [string, unknown][] = [
      ['title', ''],
      ['title', ' \t'],
      ['title', 'x'.repeat(501)],
      ['title', ['a']],
      ['title', null],
      ['status', 'nonsense'],
      ['priority', 'urgent'],
      ['task_type', 'goal'],
      ['due_date', '2026-02-30'],
      ['start_date', '2026-01-01T00:00:00Z'],
      ['description', 'x'.repeat(100_001)],
      ['assignee', ['ben']],
      ['metadata', {}],
    ]
    for (const [name, value] of invalid)
      expect([name, value, await createRefusal({ [name]: value })]).toEqual([name, value, [422, `body.${name}`]])
    expect(await createRefusal({ tags: ['a', 'b,c'] })).toEqual([422, 'body.tags.1'])
    expect(await createRefusal({ tags: [' '] })).toEqual([422, 'body.tags.0'])
    expect(await createRefusal({ tags: Array.from({ length: 51 }, (_, i) => `t${i}`) })).toEqual([422, 'body.tags'])
    expect((await make({ title: '𝕏'.repeat(500) })).title).toHaveLength(1000)
    expect((await make({ tags: [' wide  tag ', 'a', 'a'] })).tags).toEqual(['wide  tag', 'a'])
  })
})

describe('a partial update', () => {
  it('keeps missing fields, and replaces the ones sent', async () => {
    const { made } = await createFullTask()
    const values = {
      title: 'New',
      description: 'Other',
      status: 'completed',
      priority: 'low',
      task_type: 'task',
      assignee: 'ada.l',
      start_date: '2026-03-01',
      due_date: '2026-04-01',
      tags: ['c'],
      metadata: [{ z: 1 }, {}],
      bug_id: 'B2',
      sub_tasks: [],
      dependencies: [],
      restricted_to: ['ADA.L', 'ben'],
    }
    const stored = { ...values, assignee: 'Ada.L', restricted_to: ['Ada.L', 'ben'] }
    for (const [name, value] of Object.entries(values)) {
      const before = await readTask(ada, made.task_id)
      const after = await updateTask(ada, made.task_id, { [name]: value })
      const others = Object.entries(before).filter(
        ([other]) => ![name, 'updated_at', 'restricted_to_user_ids', 'version'].includes(other),
      )
      expect(after).toMatchObject(Object.fromEntries(others))
      expect([name, after[name]]).toEqual([name, stored[name as keyof typeof stored]])
      expect(await readTask(ada, made.task_id)).toEqual(after)
    }
  })

  it('clears nullable fields with null, and keeps others', async () => {
    const { made } = await createFullTask()
    const cleared: Record<string, unknown> = {
      description: null,
      assignee: null,
      start_date: null,
      due_date: null,
      bug_id: null,
      goal_id: null,
      sprint_id: null,
      milestone_id: null,
      team_id: null,
      type_data: null,
      tags: [],
      metadata: [],
      sub_tasks: [],
      dependencies: [],
      restricted_to: [],
    }
    for (const name of Object.keys(cleared)) {
      const after = await updateTask(ada, made.task_id, { [name]: null })
      expect([name, after[name]]).toEqual([name, cleared[name]])
    }
    const before = await readTask(ada, made.task_id)
    const lasting = [
      'title',
      'status',
      'priority',
      'task_type',
      'is_subtask',
      'tracker_id',
      'created_by',
      'updated_by',
      'org_id',
    ]
    expect(await updateTask(ada, made.task_id, Object.fromEntries(lasting.map((name) => [name, null])))).toEqual(before)
    expect((await updateTask(ada, made.task_id, { project_id: null })).project_id).toBeNull()
  })

  it('merges type_data recursively', async () => {
    const { task_id } = await make({ type_data: { a: 1, b: { c: 1, d: [1, 2] }, e: null } })
    expect((await readTask(ada, task_id)).type_data).toEqual({ a: 1, b: { c: 1, d: [1, 2] } })
    const updateTypeData = async (type_data: unknown) => (await updateTask(ada, task_id, { type_data })).type_data
    expect(await updateTypeData({ b: { c: null, x: 2 } })).toEqual({ a: 1, b: { d: [1, 2], x: 2 } })
    expect(await updateTypeData({ b: { d: [3] } })).toEqual({ a: 1, b: { d: [3], x: 2 } })
    expect(await updateTypeData({})).toEqual({ a: 1, b: { d: [3], x: 2 } })
    expect(await updateTypeData({ a: null, b: 'flat' })).toEqual({ b: 'flat' })
    expect(await updateTypeData({ b: null })).toBeNull()
    expect(await updateTypeData({ k: 1 })).toEqual({ k: 1 })
    expect(await updateTypeData(null)).toBeNull()
    await updateTask(ada, task_id, { type_data: { a: 'x'.repeat(9000) } })
    expect(toIssue(await patchTask(ada, task_id, { type_data: { b: 'x'.repeat(9000) } }))).toEqual([
      422,
      'body.type_data',
    ])
  })

  it('accepts bug keys for bugs only, never goal_ keys, and ignores read-only ones', async () => {
    const bug = { task_type: 'bug', type_data: { environment: 'a', bug_status: 'open' } }
    const { task_id } = await make(bug)
    expect(
      (await updateTask(ada, task_id, { type_data: { reporter: 'x', closed_at: 'y', steps_to_reproduce: 's' } }))
        .type_data,
    ).toEqual({ environment: 'a', bug_status: 'open', steps_to_reproduce: 's' })
    expect((await updateTask(ada, task_id, { type_data: { environment: null } })).type_data).toEqual({
      bug_status: 'open',
      steps_to_reproduce: 's',
    })
    expect(await toRejection({ type_data: { colour: 1 } }, bug)).toEqual([422, 'body.type_data.colour'])
    expect(await toRejection({ type_data: { goal_x: 1 } }, bug)).toEqual([422, 'body.type_data.goal_x'])
    expect(await toRejection({ type_data: { goal_x: null } })).toEqual([422, 'body.type_data.goal_x'])
    expect(await createRefusal({ type_data: { goal_id: 1 } })).toEqual([422, 'body.type_data.goal_id'])
  })

  it('accepts a tracker_id only when creating a bug', async () => {
    const bug = await make({ task_type: 'bug', tracker_id: 'T-1' })
    expect(bug.tracker_id).toBe('T-1')
    expect(await createRefusal({ tracker_id: 'T-1' })).toEqual([422, 'body.tracker_id'])
    expect(await toRejection({ tracker_id: 'T-2' }, { task_type: 'bug' })).toEqual([422, 'body.tracker_id'])
    expect(await toRejection({ tracker_id: 'T-2' }, { task_type: 'bug', tracker_id: 'T-1' })).toEqual([
      422,
      'body.tracker_id',
    ])
  })

  it('by PUT is the same, marked deprecated', async () => {
    const { task_id } = await make({ description: 'stays', tags: ['a'] })
    const reply = await ada.put(`/v1/tasks/${task_id}`, { body: { title: 'Put' } })
    expect(expectStatus(reply, 200)).toMatchObject({ title: 'Put', description: 'stays', tags: ['a'] })
    expect(reply.headers).toMatchObject({
      deprecation: '@1790294400',
      link: expect.stringContaining(`/v1/tasks/${task_id}`),
    })
  })

  it('has no effect with the whole response as body', async () => {
    const { made } = await createFullTask()
    await updateTask(ada, made.task_id, {
      type_data: { environment: 'q' },
      metadata: [{ bb: 1, a: { z: 1, y: [{ d: 1, c: 2 }] } }],
    })
    const before = await readTask(ada, made.task_id)
    const count = (await listTaskEvents(ada, made.task_id)).length
    const at = await readVersion(ada, made.task_id)
    expect(expectStatus(await ada.put(`/v1/tasks/${made.task_id}`, { body: before }), 200)).toEqual(before)
    expect(await updateTask(ada, made.task_id, { metadata: [{ a: { y: [{ c: 2, d: 1 }], z: 1 }, bb: 1 }] })).toEqual(
      before,
    )
    expect([await readVersion(ada, made.task_id), (await listTaskEvents(ada, made.task_id)).length]).toEqual([
      at,
      count,
    ])
  })

  it('cannot move to another organization', async () => {
    const other = await createOrganization(ada)
    expect(await toRejection({ org_id: other.org_id })).toEqual([422, 'body.org_id'])
    const { task_id } = await make()
    expect((await updateTask(ada, task_id, { org_id: org_id.toUpperCase(), title: 'x' })).title).toBe('x')
  })
})

describe('users in task fields', () => {
  it('have to be active members, in any case, and are stored in canonical case', async () => {
    const gone = await addMember(ada, org_id, await app.signIn('gone'))
    const { task_id } = await make({ assignee: 'ADA.l', restricted_to: ['BEN', 'ben', 'ada.l'] })
    expect(await readTask(ada, task_id)).toMatchObject({ assignee: 'Ada.L', restricted_to: ['ben', 'Ada.L'] })
    await make({ assignee: 'gone', restricted_to: ['gone'] })
    expectStatus(await ada.delete(`/v1/organization-members/${gone.userId}/${org_id}`), 200)
    await app.signIn('outsider')
    for (const name of ['gone', 'outsider', 'nobody-at-all', '']) {
      expect([name, await toRejection({ assignee: name })]).toEqual([name, [422, 'body.assignee']])
      expect([name, await createRefusal({ assignee: name })]).toEqual([name, [422, 'body.assignee']])
      expect([name, await toRejection({ restricted_to: ['ben', 'ben', name] })]).toEqual([
        name,
        [422, 'body.restricted_to.2'],
      ])
    }
  })

  it('stay assignees after leaving, and leave restricted_to', async () => {
    const leaver = await addMember(ada, org_id, await app.signIn('leaver'))
    const { task_id } = await make({ assignee: 'leaver', restricted_to: ['leaver', 'ben'] })
    expectStatus(await ada.delete(`/v1/organization-members/${leaver.userId}/${org_id}`), 200)
    const references = { assignee: 'leaver', restricted_to: ['ben'] }
    expect(await updateTask(ada, task_id, { title: 'x', ...references })).toMatchObject(references)
    expect(await updateTask(ada, task_id, { assignee: null })).toMatchObject({ assignee: null })
    expect(toIssue(await patchTask(ada, task_id, { assignee: 'leaver' }))[0]).toBe(422)
    expect(toIssue(await patchTask(ada, task_id, { restricted_to: ['leaver'] }))[0]).toBe(422)
  })

  it('in another order are no change', async () => {
    const { task_id } = await make({ restricted_to: ['ben', 'ada.l'] })
    const at = await readVersion(ada, task_id)
    expect((await updateTask(ada, task_id, { restricted_to: ['ADA.L', 'ben'] })).restricted_to).toEqual([
      'ben',
      'Ada.L',
    ])
    expect(await readVersion(ada, task_id)).toBe(at)
  })
})
