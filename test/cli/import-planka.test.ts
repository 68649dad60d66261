import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { runImports } from '../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createTokenClient } from '../support/factories.ts'
import { createHome, createRunner } from './run.ts'

const app = await startApp()
const ada = await app.signIn('ada')

/** Does the work of the server's job, which does not run in tests. */
const job = setInterval(() => void runImports(app.services), 100)
afterAll(() => clearInterval(job))

const createdAt = '2026-02-01T08:00:00.000Z'
const zoe = { id: '1', name: 'Zoe Quay', username: 'zoe', email: 'zoe@example.org' }
const ned = { id: '2', name: 'Ned Pier', username: 'ned' }
const uma = { id: '3', name: 'Uma Dock', username: 'uma' }
const card = (id: string, more: object = {}) => ({
  id,
  listId: '20',
  name: `Card ${id}`,
  position: 65536,
  description: 'Text',
  creatorUserId: zoe.id,
  commentsTotal: 0,
  createdAt,
  updatedAt: null,
  ...more,
})
const comments = Array.from({ length: 70 }, (_, i) => ({ id: String(900 - i), userId: uma.id, text: `Comment ${i}` }))

const board = {
  users: [zoe, ned],
  lists: [
    { id: '20', type: 'active', name: 'Doing', position: 1 },
    { id: '21', type: 'closed', name: 'Over', position: 2 },
    { id: '22', type: 'archive', name: null },
    { id: '23', type: 'trash', name: null },
  ],
  labels: [
    { id: '30', name: 'yard' },
    { id: '31', name: null, color: 'berry-red' },
  ],
  cards: [
    card('40', { dueDate: '2026-03-01T12:00:00.000Z', commentsTotal: 70, stopwatch: { total: 90 } }),
    card('41', { listId: '21', isClosed: true }),
  ],
  cardLabels: ['30', '31'].map((labelId) => ({ cardId: '40', labelId })),
  cardMemberships: [ned, zoe].map(({ id }) => ({ cardId: '40', userId: id })),
  taskLists: [{ id: '50', cardId: '40', name: 'Steps' }],
  tasks: [
    { id: '60', taskListId: '50', name: 'First', isCompleted: true, position: 1 },
    { id: '61', taskListId: '50', name: 'Second', isCompleted: false, position: 2, assigneeUserId: ned.id },
  ],
  attachments: [
    {
      id: '70',
      cardId: '40',
      type: 'file',
      name: 'tides.txt',
      data: { url: 'https://public.example/attachments/70/download/tides.txt' },
    },
    { id: '71', cardId: '40', type: 'link', name: 'Chart', data: { url: 'https://charts.example/1' } },
    {
      id: '72',
      cardId: '40',
      type: 'file',
      name: 'lost.txt',
      data: { url: 'https://public.example/attachments/72/download/lost.txt' },
    },
  ],
  customFieldGroups: [{ id: '80', boardId: '10', baseCustomFieldGroupId: '81', name: null }],
  customFields: [],
  customFieldValues: [{ id: '83', cardId: '40', customFieldGroupId: '80', customFieldId: '82', content: '12 m' }],
}
const projects = {
  items: [{ id: '5', name: 'Harbor', description: 'All of it' }],
  included: {
    users: [],
    boards: [{ id: '10', projectId: '5', name: 'Quay' }],
    baseCustomFieldGroups: [{ id: '81', projectId: '5', name: 'Size' }],
    customFields: [{ id: '82', baseCustomFieldGroupId: '81', name: 'Depth' }],
  },
}

interface Reply {
  status?: number
  body: unknown
}
type Routes = Record<string, (url: URL) => Reply | unknown>

const version2: Routes = {
  '/api/projects': () => projects,
  '/api/boards/10': () => ({ item: { id: '10' }, included: board }),
  '/api/lists/22/cards': (url) => ({
    items: url.searchParams.has('before') ? [] : [card('42', { listId: '22', listChangedAt: createdAt })],
    included: { users: [] },
  }),
  '/api/cards/40/comments': (url) => {
    const before = Number(url.searchParams.get('beforeId') ?? Infinity)
    return { items: comments.filter(({ id }) => Number(id) < before).slice(0, 50), included: { users: [uma] } }
  },
}
const { taskLists: _, customFieldGroups: __, customFields: ___, customFieldValues: ____, ...older } = board
const version1: Routes = {
  '/api/projects': () => ({ ...projects, included: { boards: projects.included.boards } }),
  '/api/boards/10': () => ({
    item: { id: '10' },
    included: {
      ...older,
      lists: [{ id: '20', name: 'Doing', position: 1 }],
      cards: [{ ...card('40', { isDueDateCompleted: true }), commentsTotal: undefined }],
      tasks: [{ id: '60', cardId: '40', name: 'First', isCompleted: true, position: 1 }],
      attachments: [
        { id: '70', cardId: '40', name: 'tides.txt', url: 'https://public.example/attachments/70/download/t.txt' },
      ],
    },
  }),
  '/api/cards/40/actions': (url) => {
    const said = { id: '901', type: 'commentCard', userId: zoe.id, data: { text: 'Said' }, createdAt }
    const moved = { id: '902', type: 'moveCard', userId: zoe.id, data: {} }
    return { items: url.searchParams.has('beforeId') ? [] : [moved, said], included: { users: [zoe] } }
  },
}

/** Starts a server that responds as Planka does; collects the credentials of its requests. */
async function startPlanka(routes: Routes, accepts: (request: IncomingMessage) => boolean) {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://planka')
    const send = (body: unknown, status = 200) => response.writeHead(status).end(JSON.stringify(body))
    if (url.pathname === '/api/access-tokens')
      return void request.on('data', () => {}).on('end', () => send({ item: 'a.b.c' }))
    if (!accepts(request)) return send({ code: 'E_UNAUTHORIZED' }, 401)
    if (url.pathname.startsWith('/attachments/70/')) return response.end('Tide tables')
    const route = routes[url.pathname]
    return route ? send(route(url)) : send({ code: 'E_NOT_FOUND' }, 404)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

// oxlint-disable-next-line typescript/no-explicit-any
type Task = any

async function createImporter() {
  const { org_id } = await createOrganization(ada)
  const authorization = (await createTokenClient(ada, org_id)).authorization!
  const token = authorization.slice('Bearer '.length)
  const svc = createRunner(createHome(), { SVC_URL: app.url, SVC_TOKEN: token, SVC_ORG: org_id })
  const listTasks = async () => {
    const { data } = expectStatus(await ada.get('/v1/tasks', { query: { org_id } }), 200)
    return new Map<string, Task>(data.map((task: Task) => [task.title, task]))
  }
  return { svc, listTasks }
}

test('imports the boards of Planka with archive, comments, files and custom fields, and nothing twice', async () => {
  const url = await startPlanka(version2, ({ headers }) => headers['x-api-key'] === 'key_1')
  const { svc, listTasks } = await createImporter()
  const run = () => svc('import', ['planka', '--api-url', url, '--json'], { env: { PLANKA_TOKEN: 'key_1' } })
  const { json, err } = await run()
  expect([json?.phase, json?.counts]).toMatchObject([
    'finished',
    {
      projects: { created: 1 },
      sections: { created: 2 },
      tasks: { created: 5, subtasks: 2 },
      comments: { created: 70 },
      attachments: { created: 1, rejected: 1 },
      fields: { created: 1 },
      people: { created: 3 },
    },
  ])
  expect(err).toContain('A file could not be read')
  expect(err).toContain('The trash of 1 boards is left out.')
  const tasks = await listTasks()
  expect(tasks.get('Card 40')).toMatchObject({
    status: 'in_progress',
    assignee: 'ned',
    created_by: 'zoe',
    due_date: '2026-03-01',
    tags: ['yard', 'berry-red'],
    custom: { planka_size_depth: '12 m' },
    metadata: [{ source: 'planka', members: ['Zoe Quay'], stopwatch_seconds: 90, due: '2026-03-01T12:00:00.000Z' }],
    description: expect.stringContaining('[Chart](https://charts.example/1)'),
  })
  expect([tasks.get('Card 41')!.status, tasks.get('Card 42')!.status]).toEqual(['completed', 'archived'])
  expect(tasks.get('Second')).toMatchObject({ assignee: 'ned', status: 'not_started' })
  expect(tasks.get('Card 40')!.sub_tasks).toEqual(['First', 'Second'].map((title) => tasks.get(title)!.task_id))
  expect((await run()).json.counts).toMatchObject({ tasks: { unchanged: 5 }, comments: { unchanged: 70 } })
})

test('imports version 1 of Planka with a password, whose token is sent as header and cookie', async () => {
  const accepts = ({ headers, url }: IncomingMessage) =>
    url!.startsWith('/attachments') ? headers.cookie === 'accessToken=a.b.c' : headers.authorization === 'Bearer a.b.c'
  const url = await startPlanka(version1, accepts)
  const { svc, listTasks } = await createImporter()
  const env = { PLANKA_USER: 'zoe', PLANKA_PASSWORD: 'secret' }
  const { json } = await svc('import', ['planka', '--api-url', url, '--json'], { env })
  expect(json?.counts).toMatchObject({
    tasks: { created: 2, subtasks: 1 },
    comments: { created: 1 },
    attachments: { created: 1 },
  })
  expect((await listTasks()).get('Card 40')).toMatchObject({
    status: 'completed',
    // The first organization has the placeholder of this name.
    assignee: 'ned-2',
  })
})

test('says how to sign in, and what a refused request lacks', async () => {
  const url = await startPlanka(version2, () => false)
  const { svc } = await createImporter()
  expect((await svc('import', ['planka', '--api-url', url])).err).toContain('Set PLANKA_TOKEN')
  expect((await svc('import', ['planka'])).err).toContain('--api-url https://HOST')
  const refused = await svc('import', ['planka', '--api-url', url], { env: { PLANKA_TOKEN: 'wrong' } })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('returned 401. Check PLANKA_TOKEN')])
})
