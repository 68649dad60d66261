import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runImports } from '../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createTokenClient } from '../support/factories.ts'
import { createRunner, createHome } from './run.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const authorization = (await createTokenClient(ada, org_id)).authorization!
const home = createHome()
const svc = createRunner(home, { SVC_URL: app.url, SVC_TOKEN: authorization.slice('Bearer '.length), SVC_ORG: org_id })

/** Does the work of the server's job, which does not run in tests. */
const job = setInterval(() => void runImports(app.services), 100)
afterAll(() => clearInterval(job))

const listTasks = async () => expectStatus(await ada.get('/v1/tasks', { query: { org_id } }), 200).data

test('imports a file, and prints the numbers and the report', async () => {
  const file = join(home, 'Harbor.csv')
  writeFileSync(file, `Titel,Wann\nSeil bestellen,1.2.2026\n${'x'.repeat(600)},\n`)
  const map = ['--map', 'Titel=title', '--map', 'Wann=due_date']
  const dry = await svc('import', [file, ...map, '--dry-run'])
  expect(dry).toMatchObject({ code: 0 })
  expect(dry.out.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^tasks: .*2 created/),
    expect.stringMatching(/^projects: 1 created/),
    'Nothing was changed: this was a dry run.',
  ])
  expect(dry.err).toContain('(title): was cut to 500 characters')
  expect(await listTasks()).toEqual([])
  const { json } = await svc('import', [file, ...map, '--json'])
  expect(json).toMatchObject({ phase: 'finished', counts: { tasks: { created: 2 } } })
  expect((await listTasks()).map((task: { due_date: string }) => task.due_date)).toContain('2026-02-01')
})

test('guesses the source of JSON files by their beginning', async () => {
  const imported = async (name: string, value: object) => {
    writeFileSync(join(home, name), JSON.stringify(value, null, 2))
    return (await svc('import', [join(home, name), '--dry-run', '--json'])).json
  }
  const list = { _id: 'l', title: 'Doing' }
  expect(await imported('w.json', { _format: 'wekan-board-1.0.0', _id: 'b', lists: [list], cards: [] })).toMatchObject({
    source: 'wekan',
    phase: 'finished',
  })
  const task = { title: 'Tar', status: 'to-do' }
  expect(await imported('k.json', { project: { slug: 'DOCK' }, tasks: [task] })).toMatchObject({
    source: 'kaneo',
    counts: { tasks: { created: 1 } },
  })
  expect(await imported('t.json', { id: 'b', name: 'B', lists: [{ id: 'l', name: 'L' }] })).toMatchObject({
    source: 'trello',
    phase: 'finished',
  })
})

test('fails with the fault of a file, and before the upload for an unknown source', async () => {
  const file = join(home, 'board.json')
  writeFileSync(file, '{"id":')
  expect(await svc('import', [file])).toMatchObject({ code: 1, out: '' })
  expect((await svc('import', [file])).err).toContain('it is not valid JSON')
  expect((await svc('import', [join(home, 'board.xml')])).err).toContain('Name the source')
  expect((await svc('import', [join(home, 'none.csv')])).err).toContain('There is no file')
})

test('reads the issues of a repository page by page, without pull requests, once for all', async () => {
  const requests: (string | undefined)[] = []
  const issue = (number: number, more = {}) => ({
    number,
    title: `Issue ${number}`,
    body: 'Text',
    state: 'open',
    html_url: `https://example.org/${number}`,
    user: { login: 'zoe' },
    assignees: [{ login: 'ned' }, { login: 'liz' }],
    labels: [{ name: 'yard' }],
    milestone: { number: 1, title: 'Launch', description: null, due_on: '2026-05-01T00:00:00Z', state: 'open' },
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
    closed_at: null,
    comments: 0,
    ...more,
  })
  const server = createServer((request, response) => {
    requests.push(request.headers.authorization)
    const url = new URL(request.url!, `http://${request.headers.host}`)
    const send = (body: unknown, headers = {}) => response.writeHead(200, headers).end(JSON.stringify(body))
    if (url.pathname.endsWith('/comments'))
      return send([
        {
          id: 7,
          body: 'A comment',
          user: { login: 'zoe' },
          issue_url: `${url.origin}/repos/o/r/issues/1`,
          created_at: '2026-01-03T00:00:00Z',
        },
      ])
    if (url.searchParams.get('page') === '2')
      return send([issue(3, { state: 'closed', closed_at: '2026-01-04T00:00:00Z' })])
    send([issue(1), issue(2, { pull_request: {} })], { link: `<${url.origin}${url.pathname}?page=2>; rel="next"` })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = ['github', '--repo', 'o/r', '--api-url', apiUrl, '--json']
  const first = await svc('import', args, { env: { GITHUB_TOKEN: 'secret' } })
  expect(first.json?.counts).toMatchObject({
    tasks: { created: 2 },
    goals: { created: 1 },
    comments: { created: 1 },
    people: { created: 3 },
  })
  expect(first.json?.source).toBe('github')
  expect(new Set(requests)).toEqual(new Set(['Bearer secret']))
  const again = await svc('import', args)
  expect(again.json.counts.tasks).toEqual({ unchanged: 2 })
  server.close()
})

test('reads the issues of GitLab with comments and dependencies, without what is confidential', async () => {
  const requests: (string | undefined)[] = []
  const issue = (iid: number, more = {}) => ({
    iid,
    title: `Issue ${iid} of GitLab`,
    description: 'Text',
    state: 'opened',
    labels: ['yard'],
    milestone: { id: 5, title: 'Refit', description: null, due_date: '2026-05-01' },
    author: { id: 1, username: 'liz', name: 'Liz' },
    assignees: [{ id: 2, username: 'tom', name: 'Tom' }],
    user_notes_count: 0,
    web_url: `https://example.org/-/issues/${iid}`,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
    closed_at: null,
    ...more,
  })
  const notes = [
    { id: 1, body: 'A comment', author: { id: 1, username: 'liz' }, system: false, created_at: '2026-01-03T00:00:00Z' },
    { id: 2, body: 'assigned to @tom', author: null, system: true, created_at: '2026-01-03T00:00:00Z' },
    { id: 3, body: 'Secret', author: null, system: false, internal: true, created_at: '2026-01-03T00:00:00Z' },
  ]
  const server = createServer((request, response) => {
    requests.push(request.headers['private-token'] as string | undefined)
    const url = new URL(request.url!, `http://${request.headers.host}`)
    const send = (body: unknown, headers = {}) => response.writeHead(200, headers).end(JSON.stringify(body))
    if (!url.pathname.startsWith('/projects/group%2Fsub%2Fapp/issues')) return response.writeHead(404).end()
    if (url.pathname.endsWith('/notes')) return send(notes)
    if (url.pathname.endsWith('/links')) return send([{ iid: 2, project_id: 1, link_type: 'is_blocked_by' }])
    if (url.searchParams.get('page') === '2') return send([issue(2, { state: 'closed', weight: 3 })])
    const first = [issue(1, { user_notes_count: 3, blocking_issues_count: 0 }), issue(3, { confidential: true })]
    return send(first, { link: `<${url.origin}${url.pathname}?page=2>; rel="next"` })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = ['gitlab', '--repo', 'group/sub/app', '--api-url', apiUrl, '--json']
  const { json, err } = await svc('import', args, { env: { GITLAB_TOKEN: 'secret' } })
  expect(json?.counts).toMatchObject({
    tasks: { created: 2 },
    goals: { created: 1 },
    fields: { created: 1 },
    comments: { created: 1 },
    dependencies: { created: 1 },
    people: { created: 2 },
  })
  const second = (await listTasks()).find((one: { title: string }) => one.title === 'Issue 2 of GitLab')
  expect(second.custom).toEqual({ weight: 3 })
  expect(err).toContain('1 confidential issues are left out.')
  expect(err).toContain('1 internal comments are left out.')
  expect(new Set(requests)).toEqual(new Set(['secret']))
  const again = await svc('import', args)
  expect(again.json.counts.tasks).toEqual({ unchanged: 2 })
  server.close()
})

test('imports the output of gh, and undoes an import by its id', async () => {
  const file = join(home, 'issues.json')
  const issue = { number: 1, title: 'Order rope', state: 'OPEN', url: 'https://github.com/octo/app/issues/1' }
  writeFileSync(file, JSON.stringify([issue, { ...issue, number: 2, title: 'Coil rope' }]))
  const { json } = await svc('import', [file, '--json'])
  expect(json).toMatchObject({ source: 'github', counts: { tasks: { created: 2 } } })
  const [task] = (await listTasks()).filter((one: { title: string }) => one.title === 'Coil rope')
  expectStatus(await ada.patch(`/v1/tasks/${task.task_id}`, { body: { status: 'blocked' } }), 200)
  const undone = await svc('import', [json.import_id, '--undo'])
  expect(undone).toMatchObject({ code: 0 })
  expect(undone.out).toContain('The import is undone.')
  expect(undone.err).toContain('retained: tasks octo/app#2 (task_id): was changed or commented on since')
  expect((await listTasks()).map((one: { title: string }) => one.title)).not.toContain('Order rope')
})
