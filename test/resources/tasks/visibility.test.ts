import { describe, expect, it } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { updateTask, toIssue, listTaskValues, readTask, listTasks } from './requests.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const cem = await app.signIn('cem')
const gil = await app.signIn('gil')
const max = await app.signIn('max')

async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(cem, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  return org_id as string
}

/** Returns whether read, list, search, history and subtasks show the task, and expects them to agree. */
async function canSee(client: Client, org_id: string, one: { task_id: string; title: string }): Promise<boolean> {
  const { task_id } = one
  const reply = await client.get(`/v1/tasks/${task_id}`)
  const seen = reply.status === 200
  if (!seen) expect(reply.body.detail).toBe((await client.get('/v1/tasks/T0000000000000000')).body.detail)
  const listIds = async (query: object) => (await listTasks(client, { org_id, ...query })).map((row) => row.task_id)
  const history = await client.get('/v1/task-history', { query: { task_id } })
  const ways = {
    list: (await listIds({})).includes(task_id),
    search: (await listIds({ 'filter[search]': task_id })).includes(task_id),
    sorted: (await listIds({ sort_by: 'due_date', sort_order: 'desc' })).includes(task_id),
    head: (await client.head(`/v1/tasks/${task_id}`)).status === 200,
    history: history.status === 200,
    write: (await client.patch(`/v1/tasks/${task_id}`, { body: {} })).status !== 404,
    remove: (await client.delete(`/v1/tasks/${task_id}`, { headers: { 'if-match': '"0-x"' } })).status !== 404,
  }
  for (const [way, met] of Object.entries(ways)) expect([way, one.title, met]).toEqual([way, one.title, seen])
  return seen
}

const listReaders = async (
  org_id: string,
  one: { task_id: string; title: string },
  clients: Record<string, Client>,
) => {
  const names: string[] = []
  for (const [name, client] of Object.entries(clients)) if (await canSee(client, org_id, one)) names.push(name)
  return names.join(' ')
}

describe('a task is visible only to users', () => {
  it('who can read its project: admins, its members, and every member if public', async () => {
    const org_id = await setUp()
    const open = (await createProject(ben, org_id, { visibility: 'public' })).project_id
    const closed = (await createProject(ben, org_id, { visibility: 'private' })).project_id
    const ofGuest = (await createProject(ben, org_id, { visibility: 'private' })).project_id
    await addProjectMember(ben, ofGuest, gil, 'viewer')
    const clients = { ada, ben, cem, gil }
    const createContainedTask = (project_id: string) => createTask(ben, org_id, { project_id, assignee: 'gil' })
    expect(await listReaders(org_id, await createContainedTask(open), clients)).toBe('ada ben cem')
    expect(await listReaders(org_id, await createContainedTask(closed), clients)).toBe('ada ben')
    expect(await listReaders(org_id, await createContainedTask(ofGuest), clients)).toBe('ada ben gil')
  })

  it('in restricted_to, project owners and org admins', async () => {
    const org_id = await setUp()
    const { project_id } = await createProject(ben, org_id)
    await addProjectMember(ben, project_id, gil, 'editor')
    const one = await createTask(ben, org_id, { project_id, restricted_to: ['cem'] })
    const clients = { ada, ben, cem, gil }
    expect(await listReaders(org_id, one, clients)).toBe('ada ben cem')
    await updateTask(ada, one.task_id, { restricted_to: ['GIL'] })
    expect(await listReaders(org_id, one, clients)).toBe('ada ben gil')
    await updateTask(ada, one.task_id, { restricted_to: [] })
    expect(await listReaders(org_id, one, clients)).toBe('ada ben cem gil')
    // A user named in restricted_to who cannot read the project.
    const closed = (await createProject(ben, org_id, { visibility: 'private' })).project_id
    expect(
      await listReaders(org_id, await createTask(ben, org_id, { project_id: closed, restricted_to: ['cem'] }), clients),
    ).toBe('ada ben')
  })

  it('who can read its team, if it is in no project; else creator, assignee and admins', async () => {
    const org_id = await setUp()
    const blue = await insertTeam(app, org_id, [ben])
    const green = await insertTeam(app, org_id, [ben, gil])
    const clients = { ada, ben, cem, gil }
    expect(await listReaders(org_id, await createTask(ben, org_id, { team_id: blue }), clients)).toBe('ada ben cem')
    expect(await listReaders(org_id, await createTask(ben, org_id, { team_id: green }), clients)).toBe(
      'ada ben cem gil',
    )
    expect(await listReaders(org_id, await createTask(ben, org_id, {}), clients)).toBe('ada ben')
    expect(await listReaders(org_id, await createTask(ben, org_id, { assignee: 'gil' }), clients)).toBe('ada ben gil')
    expect(await listReaders(org_id, await createTask(ada, org_id, { assignee: 'gil' }), clients)).toBe('ada gil')
  })

  it('without a token limited to other projects; a limited one sees only tasks of its projects', async () => {
    const org_id = await setUp()
    const one = (await createProject(ada, org_id)).project_id
    const two = (await createProject(ada, org_id)).project_id
    const blue = await insertTeam(app, org_id, [ada])
    const limited = await createTokenClient(ada, org_id, { project_ids: [one] })
    const whole = await createTokenClient(ada, org_id)
    const none = await createTokenClient(ada, org_id, { project_ids: [] })
    const guests = await createTokenClient(gil, org_id, { project_ids: [one] })
    const clients = { limited, whole, none, guests }
    expect(await listReaders(org_id, await createTask(ada, org_id, { project_id: one }), clients)).toBe('limited whole')
    expect(await listReaders(org_id, await createTask(ada, org_id, { project_id: two }), clients)).toBe('whole')
    expect(await listReaders(org_id, await createTask(ada, org_id, { team_id: blue }), clients)).toBe('whole')
    expect(await listReaders(org_id, await createTask(ada, org_id, {}), clients)).toBe('whole')
    expect((await limited.get('/v1/tasks', { query: { project_id: two } })).status).toBe(404)
  })

  it('before its project is deleted, and after it is restored', async () => {
    const org_id = await setUp()
    const { project_id } = await createProject(ben, org_id)
    const one = await createTask(ben, org_id, { project_id, assignee: 'cem' })
    expectStatus(await ben.delete(`/v1/projects/${project_id}`), 200)
    expect(await listReaders(org_id, one, { ada, ben, cem, gil })).toBe('')
    expect((await ada.get('/v1/tasks', { query: { project_id } })).status).toBe(404)
    await app.sql('UPDATE projects SET deleted_at = NULL WHERE org_id = $1 AND project_id = $2', [org_id, project_id])
    expect(await listReaders(org_id, one, { ada, ben, cem, gil })).toBe('ada ben cem')
  })

  it('of its organization, by any id and in any field', async () => {
    const org_id = await setUp()
    const { org_id: other } = await createOrganization(max)
    const { project_id } = await createProject(ada, org_id)
    const one = await createTask(ada, org_id, { project_id, title: 'ours' })
    const theirs = await createTask(max, other)
    expect((await max.get(`/v1/tasks/${one.task_id}`)).status).toBe(404)
    expect((await max.get('/v1/task-history', { query: { task_id: one.task_id } })).status).toBe(404)
    expect((await max.get('/v1/tasks', { query: { org_id } })).status).toBe(403)
    expect(await listTaskValues(max, { org_id: other, 'filter[project]': project_id })).toEqual([])
    expect(await listTaskValues(max, { org_id: other, 'filter[parent]': one.task_id })).toEqual([])
    const paths = [`${theirs.task_id}/subtasks`, `${theirs.task_id}/dependencies`]
    const named = [{ subtask_id: one.task_id }, { dependency_id: one.task_id }]
    for (const [i, path] of paths.entries()) {
      const reply = await max.post(`/v1/tasks/${path}`, { body: named[i] })
      expect(toIssue(reply)).toEqual([422, `body.${Object.keys(named[i]!)[0]}`])
    }
    const bulk = { task_ids: [theirs.task_id, one.task_id], changes: { title: 'mine' } }
    expect(toIssue(await max.post('/v1/tasks/bulk', { body: bulk }))).toEqual([422, 'body.task_ids.1'])
    expect((await max.post(`/v1/tasks/${one.task_id}/project`, { body: { project_id: null } })).status).toBe(404)
    expect(toIssue(await max.patch(`/v1/tasks/${theirs.task_id}`, { body: { project_id } }))).toEqual([
      422,
      'body.project_id',
    ])
    expect((await readTask(ada, one.task_id)).title).toBe('ours')
    expect((await readTask(max, theirs.task_id)).title).toBe('Inspect the crane')
  })
})

describe('the right to change a visible task', () => {
  it('is that of project owners and editors, org admins, assignee and creator; deleting is stricter', async () => {
    const org_id = await setUp()
    const { project_id } = await createProject(ada, org_id)
    await addProjectMember(ada, project_id, ben, 'editor')
    await addProjectMember(ada, project_id, gil, 'viewer')
    const readRights = async (values: object, by = ada) => {
      const { task_id } = await createTask(by, org_id, { project_id, ...values })
      const found: string[] = []
      for (const [name, client] of Object.entries({ ada, ben, cem, gil })) {
        const displayed = await client.get(`/v1/tasks/${task_id}`)
        if (displayed.status !== 200) continue
        const edit = (await client.patch(`/v1/tasks/${task_id}`, { body: {} })).status
        expect([200, 403]).toContain(edit)
        const row = (await listTasks(client, { org_id })).find((one) => one.task_id === task_id)!
        expect([name, displayed.body.has_edit_access, row.has_edit_access]).toEqual([name, edit === 200, edit === 200])
        // A stale If-Match stops the deletion after authorization.
        const remove = (await client.delete(`/v1/tasks/${task_id}`, { headers: { 'if-match': '"0-x"' } })).status
        expect([412, 403]).toContain(remove)
        found.push(`${name}:${edit === 200 ? 'edit' : ''}${remove === 412 ? '+delete' : ''}`)
      }
      return found.join(' ')
    }
    expect(await readRights({})).toBe('ada:edit+delete ben:edit+delete cem: gil:')
    expect(await readRights({ assignee: 'cem' })).toBe('ada:edit+delete ben:edit+delete cem:edit gil:')
    expect(await readRights({ assignee: 'gil' })).toBe('ada:edit+delete ben:edit+delete cem: gil:edit')
    const blue = await insertTeam(app, org_id, [cem, gil])
    const unfiled = { project_id: null, team_id: blue }
    expect(await readRights(unfiled)).toBe('ada:edit+delete ben: cem:edit gil:edit')
    expect(await readRights(unfiled, ben)).toBe('ada:edit+delete ben:edit+delete cem:edit gil:edit')
    expect(await readRights({ project_id: null, assignee: 'gil' }, ben)).toBe(
      'ada:edit+delete ben:edit+delete gil:edit',
    )
  })

  it('to create requires a project editor, or without a project a member who is no guest', async () => {
    const org_id = await setUp()
    const open = (await createProject(ada, org_id)).project_id
    const closed = (await createProject(ada, org_id, { visibility: 'private' })).project_id
    const readStatus = async (client: Client, values: object) =>
      (await client.post('/v1/tasks', { body: { org_id, title: 't', ...values } })).status
    expect(await readStatus(cem, {})).toBe(200)
    expect(await readStatus(gil, {})).toBe(403)
    expect(await readStatus(cem, { project_id: open })).toBe(403)
    expect(await readStatus(cem, { project_id: closed })).toBe(404)
    expect(await readStatus(cem, { project_id: 'P0000000000000000' })).toBe(404)
    expect(await readStatus(max, {})).toBe(403)
    await addProjectMember(ada, closed, gil, 'editor')
    expect(await readStatus(gil, { project_id: closed })).toBe(200)
    const limited = await createTokenClient(ada, org_id, { project_ids: [open] })
    expect(await readStatus(limited, { project_id: open })).toBe(200)
    expect(await readStatus(limited, { project_id: closed })).toBe(404)
    expect(await readStatus(limited, {})).toBe(403)
    const elsewhere = (await createOrganization(ada)).org_id
    expect(await readStatus(ada, { org_id: elsewhere, project_id: open })).toBe(404)
  })
})

describe('links to hidden tasks', () => {
  it('are omitted from every response, list and history, and cannot be queried', async () => {
    const org_id = await setUp()
    const { project_id } = await createProject(ada, org_id)
    await addProjectMember(ada, project_id, ben, 'editor')
    const open = await createTask(ada, org_id, { project_id, title: 'open' })
    const hidden = await createTask(ada, org_id, { project_id, title: 'hidden', restricted_to: ['ada'] })
    const links = { sub_tasks: [hidden.task_id, open.task_id], dependencies: [hidden.task_id, open.task_id] }
    const parent = await createTask(ada, org_id, { project_id, title: 'parent', ...links })
    const child = await createTask(ada, org_id, { project_id, title: 'child' })
    await updateTask(ada, hidden.task_id, { sub_tasks: [child.task_id] })
    expect(await readTask(ada, parent.task_id)).toMatchObject(links)
    const visible = { sub_tasks: [open.task_id], dependencies: [open.task_id] }
    for (const client of [ben, cem, await createTokenClient(ben, org_id, { project_ids: [project_id] })]) {
      expect(await readTask(client, parent.task_id)).toMatchObject(visible)
      const rows = await listTasks(client, { org_id })
      expect(rows.find((row) => row.title === 'parent')).toMatchObject(visible)
      const history = await client.get('/v1/task-history', { query: { task_id: parent.task_id } })
      for (const text of [JSON.stringify(rows), history.text, (await client.get(`/v1/tasks/${child.task_id}`)).text])
        expect(text).not.toContain(hidden.task_id)
      expect(await listTaskValues(client, { org_id, 'filter[parent]': hidden.task_id })).toEqual([])
      expect(await listTaskValues(client, { org_id, 'filter[parent]': parent.task_id })).toEqual(['open'])
      expect(await listTaskValues(client, { org_id, 'filter[blocked_by]': hidden.task_id })).toEqual([])
      expect(await listTaskValues(client, { org_id, 'filter[blocked_by]': open.task_id })).toEqual(['parent'])
    }
    expect((await updateTask(ben, parent.task_id, { title: 'renamed' })).sub_tasks).toEqual([open.task_id])
    expect(await listTaskValues(ada, { org_id, 'filter[parent]': hidden.task_id })).toEqual(['child'])
    expect(await listTaskValues(ada, { org_id, 'filter[blocked_by]': hidden.task_id })).toEqual(['renamed'])
  })

  it('return the same as missing ids, linked or not', async () => {
    const org_id = await setUp()
    const { project_id } = await createProject(ada, org_id)
    await addProjectMember(ada, project_id, ben, 'editor')
    const linked = await createTask(ada, org_id, { project_id, restricted_to: ['ada'] })
    const loose = await createTask(ada, org_id, { project_id, restricted_to: ['ada'] })
    const links = { sub_tasks: [linked.task_id], dependencies: [linked.task_id] }
    const { task_id } = await createTask(ada, org_id, { project_id, ...links })
    for (const id of [linked.task_id, loose.task_id, 'T0000000000000000']) {
      const ways = [
        ['body.subtask_id', await ben.post(`/v1/tasks/${task_id}/subtasks`, { body: { subtask_id: id } })],
        ['body.dependency_id', await ben.post(`/v1/tasks/${task_id}/dependencies`, { body: { dependency_id: id } })],
        ['body.sub_tasks.0', await ben.patch(`/v1/tasks/${task_id}`, { body: { sub_tasks: [id] } })],
        ['body.dependencies.0', await ben.patch(`/v1/tasks/${task_id}`, { body: { dependencies: [id] } })],
      ] as const
      for (const [loc, reply] of ways)
        expect([id === loose.task_id, ...toIssue(reply)]).toEqual([id === loose.task_id, 422, loc])
      for (const kind of ['subtasks', 'dependencies'])
        expect((await ben.delete(`/v1/tasks/${task_id}/${kind}/${id}`)).body).toMatchObject({
          sub_tasks: [],
          dependencies: [],
        })
    }
    expect(await readTask(ada, task_id)).toMatchObject(links)
  })

  it('survive a list update by a user who cannot see them', async () => {
    const org_id = await setUp()
    const { project_id } = await createProject(ada, org_id)
    await addProjectMember(ada, project_id, ben, 'editor')
    const [a, b, hidden] = (await Promise.all(
      [{}, {}, { restricted_to: ['ada'] }].map((values) => createTask(ada, org_id, { project_id, ...values })),
    )) as [{ task_id: string }, { task_id: string }, { task_id: string }]
    for (const name of ['sub_tasks', 'dependencies']) {
      const parent = await createTask(ada, org_id, { project_id, [name]: [a.task_id, hidden.task_id] })
      expect((await updateTask(ben, parent.task_id, { [name]: [b.task_id] }))[name]).toEqual([b.task_id])
      expect(new Set((await readTask(ada, parent.task_id))[name])).toEqual(new Set([b.task_id, hidden.task_id]))
      for (const body of [{ [name]: [] }, { [name]: null }]) {
        expect((await updateTask(ben, parent.task_id, body))[name]).toEqual([])
        expect((await readTask(ada, parent.task_id))[name]).toEqual([hidden.task_id])
      }
      expect((await updateTask(ada, parent.task_id, { [name]: [] }))[name]).toEqual([])
      await ada.delete(`/v1/tasks/${parent.task_id}`)
    }
  })
})
