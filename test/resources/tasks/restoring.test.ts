import { describe, expect, test } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { insertGoal, insertSprint, insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { updateTask, listTaskEvents, listTaskValues, readTask, listTasks, readVersion, type Task } from './requests.ts'

const app = await startApp()
const [ada, ben, cleo] = (await Promise.all(['ada', 'ben', 'cleo'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]
const { org_id } = await createOrganization(ada)
await insertMembership(ben, org_id, 'member')
await insertMembership(cleo, org_id, 'member')
const { project_id } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, ben, 'editor')

const make = async (values: object = {}, by = ada): Promise<string> =>
  (await createTask(by, org_id, { project_id, ...values })).task_id
const remove = async (id: string, by = ada) => expectStatus(await by.delete(`/v1/tasks/${id}`), 200)
const restore = (id: string, by = ada, headers: Record<string, string> = {}) =>
  by.post(`/v1/tasks/${id}/restore`, { headers })
const restoreTask = async (id: string, by = ada): Promise<Task> => expectStatus(await restore(id, by), 200)
const nothing = { sub_tasks: [], dependents: [], missing: [] }

describe('restoring a task', () => {
  test('restores its fields, containers, history, comments, search and counts', async () => {
    const g = await insertGoal(app, org_id, project_id)
    const id = await make({
      title: 'Grease the winch',
      description: 'all of it',
      goal_id: g,
      tags: ['upkeep'],
    })
    expectStatus(await ben.post('/v1/task-comments', { body: { task_id: id, content: 'soon' } }), 201)
    const before = await readTask(ada, id)
    const readCount = async () => expectStatus(await ada.get(`/v1/projects/${project_id}/goals/${g}`), 200).tasks_total
    const progress = await readCount()
    await remove(id)
    expect(await readCount()).not.toEqual(progress)
    const back = await restoreTask(id, ben)
    expect(back).toEqual({
      ...before,
      updated_by: 'ben',
      updated_at: back.updated_at,
      ...('version' in back && { version: back.version }),
      restored: nothing,
    })
    expect(await readCount()).toEqual(progress)
    expect(await listTaskValues(ada, { org_id, 'filter[search]': 'winch' })).toEqual(['Grease the winch'])
    const history = expectStatus(await ada.get('/v1/task-history', { query: { task_id: id } }), 200).data
    expect(history.slice(0, 2).map((entry: { action: string }) => entry.action)).toEqual(['restored', 'deleted'])
    const comments = expectStatus(await ada.get('/v1/task-comments', { query: { task_id: id } }), 200).data
    expect(comments).toHaveLength(1)
    expect((await listTaskEvents(ada, id)).at(-1)).toMatchObject({
      type: 'task.restored',
      before: null,
      after: { title: 'Grease the winch', status: 'not_started' },
    })
  })

  test('restores its subtasks and their positions, including detached ones', async () => {
    const leaf = await make()
    const middle = await make({ sub_tasks: [leaf] })
    const foreign = (await createTask(ada, org_id, { assignee: 'ben' })).task_id
    const top = await make({ sub_tasks: [middle, foreign] })
    const others = [await make(), await make()]
    const parent = await make({ sub_tasks: [others[0], top, others[1]] })
    await remove(top, ben)
    const { restored: back, sub_tasks } = await restoreTask(top, ben)
    expect([back, sub_tasks]).toEqual([{ sub_tasks: [middle, leaf], dependents: [], missing: [] }, [middle, foreign]])
    expect((await readTask(ada, middle)).sub_tasks).toEqual([leaf])
    expect((await readTask(ada, foreign)).is_subtask).toBe(true)
    expect((await readTask(ada, parent)).sub_tasks).toEqual([others[0], top, others[1]])
  })

  test('restores dependencies, except those that would form a cycle now', async () => {
    const id = await make()
    const [waiting, round, removed] = [
      await make({ dependencies: [id] }),
      await make({ dependencies: [id] }),
      await make({ dependencies: [id] }),
    ]
    const late = await make()
    await updateTask(ada, id, { dependencies: [late] })
    await remove(id)
    expect((await readTask(ada, waiting)).dependencies).toEqual([])
    await updateTask(ada, late, { dependencies: [round] })
    await remove(removed)
    const versions = [await readVersion(ada, waiting), await readVersion(ada, round)]
    const back = await restoreTask(id)
    expect(back.restored).toEqual({
      sub_tasks: [],
      dependents: [waiting],
      missing: [{ task_id: id, field: 'dependents', id: round }],
    })
    expect([(await readTask(ada, waiting)).dependencies, (await readTask(ada, round)).dependencies]).toEqual([[id], []])
    expect([await readVersion(ada, waiting), await readVersion(ada, round)]).toEqual([versions[0]! + 1, versions[1]])
    expect((await restoreTask(removed)).dependencies).toEqual([id])
  })

  test('lists what is missing, and links it again when that is restored later', async () => {
    const g = await insertGoal(app, org_id, project_id)
    const t = await insertTeam(app, org_id, [ada])
    const s = await insertSprint(app, org_id, t)
    const awaited = await make()
    const parent = await make()
    const id = await make({ goal_id: g, team_id: t, sprint_id: s, dependencies: [awaited] })
    expectStatus(await ada.post(`/v1/tasks/${parent}/subtasks`, { body: { subtask_id: id } }), 200)
    await remove(id)
    await remove(awaited)
    await remove(parent)
    expectStatus(await ada.delete(`/v1/projects/${project_id}/goals/${g}`), 200)
    expectStatus(await ada.post(`/v1/teams/${t}/sprints/${s}/complete`), 200)
    const back = await restoreTask(id)
    const buildLostLink = (field: string, of: string) => ({ task_id: id, field, id: of })
    expect(back).toMatchObject({
      goal_id: null,
      sprint_id: null,
      team_id: t,
      dependencies: [],
      is_subtask: false,
    })
    expect(back.restored.missing).toEqual([
      buildLostLink('sprint_id', s),
      buildLostLink('goal_id', g),
      buildLostLink('dependencies', awaited),
      buildLostLink('parent', parent),
    ])
    expect((await restoreTask(awaited)).restored.dependents).toEqual([id])
    expect((await readTask(ada, id)).dependencies).toEqual([awaited])
    expect((await restoreTask(parent)).sub_tasks).toEqual([])
  })

  test('reveals no hidden tasks, and keeps those below a deleted one deleted', async () => {
    const leaf = await make()
    const secret = await make({ restricted_to: ['ada'], sub_tasks: [leaf] })
    const top = await make({ sub_tasks: [secret] })
    const hidden = await make({ restricted_to: ['ada'], dependencies: [top] })
    await remove(top)
    expect((await restoreTask(top, ben)).restored).toEqual(nothing)
    expect((await readTask(ada, hidden)).dependencies).toEqual([top])
    expect([(await ada.get(`/v1/tasks/${leaf}`)).status, (await restore(secret, ben)).status]).toEqual([404, 404])
    expect((await restoreTask(secret)).restored.sub_tasks).toEqual([])
    expect((await readTask(ada, top)).sub_tasks).toEqual([secret])
    expect((await restoreTask(leaf)).is_subtask).toBe(true)
  })

  test('succeeds once, requires the right to delete it, and honors If-Match of the deletion', async () => {
    const id = await make({}, ada)
    expect([(await restore(id, cleo)).status, (await restore(id)).status]).toEqual([403, 200])
    const [deleted] = [await ada.delete(`/v1/tasks/${id}`)]
    expect([(await restore(id, cleo)).status, (await restore('T0000000000000000')).status]).toEqual([404, 404])
    const stale = deleted.headers.etag!.replace(/^"\d+/, '"1')
    expect((await restore(id, ada, { 'if-match': stale })).status).toBe(412)
    const headers = { 'idempotency-key': 'back', 'if-match': deleted.headers.etag! }
    const first = await restore(id, ada, headers)
    const again = await restore(id, ada, headers)
    expect([expectStatus(first, 200), again.headers['idempotent-replayed']]).toEqual([again.body, 'true'])
    const idle = await restore(id)
    expect([idle.headers.etag!.split('-')[0], idle.body.restored]).toEqual([first.headers.etag!.split('-')[0], nothing])
  })

  test('is rejected while its project is deleted, naming it', async () => {
    const other = await createProject(ada, org_id)
    const { task_id } = await createTask(ada, org_id, { project_id: other.project_id })
    await remove(task_id)
    expectStatus(await ada.delete(`/v1/projects/${other.project_id}`), 200)
    const refused = await restore(task_id)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `Project ${other.project_id} is deleted, so its tasks cannot be restored.`,
    ])
    expect((await restore(task_id, cleo)).status).toBe(404)
  })

  test('is serialized with deleting, and links and lists agree afterwards', async () => {
    const id = await make()
    const waiting = await make({ dependencies: [id] })
    const parent = await make({ sub_tasks: [id] })
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all([
        ada.delete(`/v1/tasks/${id}`),
        restore(id),
        ben.delete(`/v1/tasks/${id}`),
        restore(id, ben),
        ada.delete(`/v1/tasks/${waiting}`),
        restore(waiting),
      ])
      expect(replies.map((reply) => reply.status).filter((status) => ![200, 404].includes(status))).toEqual([])
    }
    await restore(id)
    await restore(waiting)
    expect([(await readTask(ada, parent)).sub_tasks, (await readTask(ada, waiting)).dependencies]).toEqual([[id], [id]])
    expect(
      await app.sql('SELECT task_id FROM task_deletions WHERE org_id = $1 AND task_id = any($2)', [
        org_id,
        [id, waiting],
      ]),
    ).toEqual([])
  })
})

test('filter[deleted] lists the tasks that the caller may restore, and other lists omit them', async () => {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(cleo, org_id, 'member')
  const { project_id } = await createProject(ada, org_id)
  await addProjectMember(ada, project_id, ben, 'editor')
  const createDependentTask = async (title: string, values: object = {}, by = ada) => {
    const { task_id } = await createTask(by, org_id, { title, ...values })
    await remove(task_id, by)
    return task_id as string
  }
  const shared = await createDependentTask('shared', { project_id })
  await createDependentTask('secret', { project_id, restricted_to: ['ada'] })
  await createDependentTask('unfiled')
  await createDependentTask('of cleo', {}, cleo)
  const gone = await createDependentTask('long gone', { project_id })
  await app.sql(`UPDATE tasks SET deleted_at = $3 WHERE org_id = $1 AND task_id = $2`, [
    org_id,
    gone,
    new Date(app.clock.now() - 31 * 24 * 60 * 60 * 1000).toISOString(),
  ])
  await createTask(ada, org_id, { title: 'live', project_id })
  const deleted = { org_id, 'filter[deleted]': 'true' }
  expect(await listTaskValues(ada, deleted)).toEqual(['of cleo', 'secret', 'shared', 'unfiled'])
  expect(await listTaskValues(ben, deleted)).toEqual(['shared'])
  expect(await listTaskValues(cleo, deleted)).toEqual(['of cleo'])
  const limited = await createTokenClient(ada, org_id, { scopes: ['tasks:read'], project_ids: [project_id] })
  expect(await listTaskValues(limited, deleted)).toEqual(['secret', 'shared'])
  const [row] = await listTasks(ben, deleted)
  expect([row.task_id, Date.parse(row.deleted_at) > 0]).toEqual([shared, true])
  expect(await listTasks(ada, { org_id })).toMatchObject([{ title: 'live' }])
  expect((await listTasks(ada, { org_id }))[0]).not.toHaveProperty('deleted_at')
  expect((await restore(gone)).status).toBe(404)
  expect((await ada.get('/v1/tasks', { query: { ...deleted, 'filter[search]': 'shared' } })).status).toBe(400)
})
