import { describe, expect, it } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { updateTask } from './requests.ts'

/** Compares cached pages with uncached ones after every kind of change. */

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const gil = await app.signIn('gil')

/** Creates an organization of ada with her project, in which ben is a member and gil a guest. */
async function setUp() {
  const org_id = (await createOrganization(ada)).org_id as string
  await insertMembership(ben, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  const { project_id } = await createProject(ada, org_id)
  const make = (values: object = {}): Promise<{ task_id: string }> =>
    createTask(ada, org_id, { project_id, description: 'Grease: 50 g – “blue”', ...values })
  const tasks: string[] = []
  for (let i = 0; i < 5; i++) tasks.push((await make({ title: `Crane ${i}` })).task_id)
  return { org_id, project_id: project_id as string, tasks, make }
}

const readPage = async (client: Client, query: Record<string, string>) => {
  const reply = await client.get('/v1/tasks', { query })
  expectStatus(reply, 200)
  return reply
}

let nextLimit = 200
/** Reads the same rows with a limit that is not cached yet. */
const listUncached = (client: Client, query: Record<string, string>) =>
  readPage(client, { ...query, limit: String(nextLimit++) })

/** Expects that the cached page equals an uncached one. */
async function expectCurrent(client: Client, query: Record<string, string>, what: string) {
  const cached = await readPage(client, query)
  const { text } = await listUncached(client, query)
  expect([what, cached.text]).toEqual([what, text])
  const unchanged = await client.get('/v1/tasks', { query, headers: { 'if-none-match': cached.headers.etag! } })
  expect([what, unchanged.status]).toEqual([what, 304])
  return cached
}

type World = Awaited<ReturnType<typeof setUp>>
/** Changes between two reads of the same page. */
const changes: [string, (model: World) => Promise<unknown>][] = [
  ['nothing', async () => undefined],
  ['a title', ({ tasks }) => updateTask(ada, tasks[0]!, { title: 'Žižkov “crane”' })],
  ['a field that sorts nothing', ({ tasks }) => updateTask(ada, tasks[1]!, { description: null })],
  ['a comment', ({ tasks }) => ada.post(`/v1/tasks/${tasks[1]}/comments`, { body: { content: 'Done?' } })],
  ['an assignee, who may change it then', ({ tasks }) => updateTask(ada, tasks[2]!, { assignee: 'ben' })],
  ['a subtask', ({ tasks }) => updateTask(ada, tasks[3]!, { sub_tasks: [tasks[4]!] })],
  ['a restriction of the subtask', ({ tasks }) => updateTask(ada, tasks[4]!, { restricted_to: ['ada'] })],
  ['its end', ({ tasks }) => updateTask(ada, tasks[4]!, { restricted_to: [] })],
  ['a new task at the front', ({ make }) => make({ title: 'A first one' })],
  ['a deletion', ({ tasks }) => ada.delete(`/v1/tasks/${tasks[0]}`)],
  [
    'a task that is there again',
    ({ org_id, tasks }) =>
      app.sql('update tasks set deleted_at = null where org_id = $1 and task_id = $2', [org_id, tasks[0]]),
  ],
  [
    'a new prefix of the project',
    async ({ project_id }) =>
      expectStatus(await ada.patch(`/v1/projects/${project_id}`, { body: { prefix: `K${nextLimit}` } }), 200),
  ],
  ['a right in the project', ({ project_id }) => addProjectMember(ada, project_id, ben, 'editor')],
  ['a membership', ({ project_id }) => addProjectMember(ada, project_id, gil, 'viewer')],
  [
    'a project that becomes private',
    ({ project_id }) => ada.patch(`/v1/projects/${project_id}`, { body: { visibility: 'private' } }),
  ],
  [
    'a move to where others do not look',
    async ({ org_id, tasks }) => {
      const hidden = await createProject(ada, org_id, { visibility: 'private' })
      await updateTask(ada, tasks[1]!, { project_id: hidden.project_id })
    },
  ],
  [
    'a role that ends',
    ({ org_id }) =>
      app.sql(`update organization_members set role = 'guest' where org_id = $1 and user_id = $2`, [
        org_id,
        ben.userId,
      ]),
  ],
]

const lists: [string, Record<string, string>][] = [
  ['everything', {}],
  ['with filters and an order', { 'filter[status]': 'not_started', sort_by: 'due_date' }],
  ['newest first', { sort_by: 'created_at', sort_order: 'desc' }],
]

describe.each(lists)('a page of a list, %s', (_name, query) => {
  it('is stable, and reflects every change in between', async () => {
    const world = await setUp()
    const pageQuery = { org_id: world.org_id, ...query }
    const limited = await createTokenClient(ben, world.org_id, { project_ids: [world.project_id] })
    const readers = { ada, ben, gil, limited }
    for (const [what, happen] of changes) {
      await happen(world)
      for (const [name, client] of Object.entries(readers)) {
        const texts = []
        for (let i = 0; i < 3; i++) texts.push((await expectCurrent(client, pageQuery, `${what}: ${name}`)).text)
        expect(new Set(texts).size).toBe(1)
      }
    }
  })
})

it('a shortened page continues where it ended', async () => {
  const { org_id, tasks } = await setUp()
  for (let i = 0; i < 3; i++) {
    const first = await readPage(ada, { org_id, limit: '2' })
    const second = await readPage(ada, { org_id, limit: '2', cursor: first.body.next_cursor })
    const third = await readPage(ada, { org_id, limit: '2', cursor: second.body.next_cursor })
    expect(third.body.next_cursor).toBe(null)
    const rows = [first, second, third].flatMap((reply) => reply.body.data as { task_id: string }[])
    expect(rows.map((row) => row.task_id)).toEqual(tasks)
  }
})

it('a response never mixes versions of a row or returns an older one under concurrent changes', async () => {
  const { org_id, tasks } = await setUp()
  const query = { org_id, sort_by: 'created_at' }
  const state = { over: false }
  const write = async () => {
    for (let n = 1; n <= 60; n++)
      await updateTask(ada, tasks[n % 5]!, { title: `Version ${n}`, description: `Version ${n}` })
    state.over = true
  }
  const readUntilOver = async (client: Client) => {
    const seen = new Map<string, number>()
    while (!state.over) {
      const { body } = await readPage(client, query)
      for (const row of body.data as { task_id: string; title: string; description: string }[]) {
        const version = Number(/^Version (\d+)$/.exec(row.title)?.[1] ?? 0)
        if (version > 0) expect(row.description).toBe(row.title)
        expect(version).toBeGreaterThanOrEqual(seen.get(row.task_id) ?? 0)
        seen.set(row.task_id, version)
      }
    }
  }
  await Promise.all([write(), readUntilOver(ada), readUntilOver(ada), readUntilOver(ben), readUntilOver(ben)])
  await expectCurrent(ben, query, 'in the end')
})

it('rows too large for the cache are returned with three statements', async () => {
  const { org_id, make } = await setUp()
  await make({ title: 'A large one', description: '界'.repeat(20_000) })
  const readTasks = () => readPage(ada, { org_id })
  const texts = new Set([(await readTasks()).text, (await readTasks()).text])
  const before = app.countStatements()
  texts.add((await readTasks()).text)
  expect(app.countStatementsSince(before, 3)).toBeLessThanOrEqual(3)
  expect(texts.size).toBe(1)
})

it('a page takes at most three statements, however often it was requested and whatever changed', async () => {
  const { org_id, project_id, tasks } = await setUp()
  const client = await createTokenClient(ben, org_id)
  for (let i = 0; i < 6; i++) {
    if (i > 3) expectStatus(await ada.patch(`/v1/projects/${project_id}`, { body: { prefix: `STEP${i}` } }), 200)
    if (i === 3) await updateTask(ada, tasks[2]!, { title: 'Another' })
    const before = app.countStatements()
    await readPage(client, { org_id })
    expect([i, app.countStatementsSince(before, 3) <= 3]).toEqual([i, true])
  }
})
