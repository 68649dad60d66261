import { expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import { waitForStableEvents } from '../support/event-stream.ts'
import { expectStatus, type Reply } from '../support/client.ts'
import { insertServiceAccount, createTokenClient } from '../support/factories.ts'
import { createGoal, createMilestone, createSection, createSprint, createTask } from './calls/create.ts'
import type { Prepared } from './call.ts'
import { expectSuccess, buildPath, prepare, reads, send, writes } from './harness.ts'
import { create, buildUniqueName, createFixture, type ResponseBody, type Fixture } from './fixtures.ts'

const app = await startApp()
const [fixture, other] = [await createFixture(app, 'seen'), await createFixture(app, 'other')]
const open = await fixture.project()
const team = await fixture.team()

/** Same organization, but readable only by its lead, owner and admin. */
const hidden = { visibility: 'private', team_id: team.team_id }
const [secretProject, secondSecret] = [
  await create(fixture.lead, '/v1/projects', { org_id: fixture.org_id, name: buildUniqueName('Secret'), ...hidden }),
  await create(fixture.lead, '/v1/projects', { org_id: fixture.org_id, name: buildUniqueName('Secret'), ...hidden }),
]
const hiddenFixture: Fixture = {
  ...fixture,
  visibility: 'private',
  project: () => Promise.resolve(secretProject),
  secondProject: () => Promise.resolve(secondSecret),
}

/** Users who must not notice any hidden change. */
const observers = {
  /** Member of the open project, in no team. */
  guest: fixture.viewer,
  /** In no project: can read the open one like every member. */
  member: fixture.member,
  /** Editor of the open project and member of the team. */
  editor: fixture.editor,
  limited: await createTokenClient(fixture.editor, fixture.org_id, { project_ids: [open.project_id] }),
  account: await createTokenClient(await insertServiceAccount(app, fixture.org_id), fixture.org_id, {
    grant_type: 'service_account',
  }),
  /** Owner of the other organization. */
  outsider: other.owner,
}
type Observer = keyof typeof observers
const insiders: Observer[] = ['guest', 'member', 'editor', 'limited', 'account']

interface ReadRequest {
  by: Observer
  path: string
  query: Record<string, string>
}

/** Not about an organization: depends on time only, or counts the whole server, for its operators. */
const notOfOrganizations = ['releases.whats_new', 'installation.read']

/** Builds all requests of a read: as its call does, and in each sort order of a list. */
async function buildReadRequests(
  op: AnyOperation,
  fixture: Fixture,
): Promise<{ path: string; query: ReadRequest['query'] }[]> {
  const prepared = await prepare(fixture, op)
  const { query = {} } = prepared
  const sorts = Object.keys((!op.list?.unsortable && op.list?.sorts) || {})
    .filter((sort_by) => !sort_by.startsWith('last_'))
    .map((sort_by) => ({ sort_by }))
  const more = op.list ? [...sorts, { limit: '1' }] : []
  return [{}, ...more].map((one) => ({ path: buildPath(op, prepared), query: { ...query, ...one } }))
}

const createVisibleTask = (values: object) => createTask(fixture, values)
const buildTaskPath = (created: ResponseBody, path = '') => `/v1/tasks/${created.task_id}${path}`
const inOpen = `/v1/projects/${open.project_id}`

// Visible resources that the hidden changes will refer to.
const goal = await createGoal(fixture)
const sprint = await createSprint(fixture)
const milestone = await createMilestone(fixture)
const section = await createSection(fixture)
const line = await create(fixture.lead, `${inOpen}/journeys`, { name: buildUniqueName('Line') })
const stop = await create(fixture.lead, `${inOpen}/stops`, {
  title: buildUniqueName('Stop'),
  journey_ids: [line.journey_id],
})
const visible: ResponseBody[] = []
for (const values of [{ goal_id: goal.goal_id }, { milestone_id: milestone.milestone_id }, {}, {}, {}, {}, {}, {}])
  visible.push(await createVisibleTask(values))

async function buildAllReads(by: Observer): Promise<ReadRequest[]> {
  const buildRead = (path: string, query: ReadRequest['query'] = {}) => ({ path, query })
  const { org_id } = fixture
  const searches = (<ReadRequest['query'][]>[
    { 'filter[parent]': '__none__' },
    { 'filter[blocked_by]': [secretTask, ...visible].map(({ task_id }) => task_id).join() },
    { 'filter[goal]': goal.goal_id },
    { 'filter[goal]': '__none__' },
    { 'filter[milestone]': milestone.milestone_id },
    { 'filter[sprint]': sprint.sprint_id },
    { 'filter[stop]': stop.stop_id },
    { 'filter[sprint]': '__none__' },
    { 'filter[section]': section.section_id },
    { 'filter[section]': '__none__' },
    { 'filter[updated_after]': '2026-01-01', sort_by: 'created_at' },
    { 'filter[search]': 'task' },
    { 'filter[key]': [secretTask, ...visible].map(({ key }) => key).join() },
    { 'filter[team]': team.team_id },
    { section_scope: `project:${open.project_id}` },
    { limit: '1' },
  ]).map((query) => buildRead('/v1/tasks', { org_id, ...query }))
  const named = visible.flatMap((one) => [
    buildRead(buildTaskPath(one)),
    buildRead(`/v1/tasks/by-key/${one.key}`, { org_id }),
    buildRead(buildTaskPath(one, '/roadmap')),
    buildRead('/v1/task-history', { task_id: one.task_id }),
  ])
  const others = [
    buildRead(`${inOpen}/goals/${goal.goal_id}`),
    buildRead(`${inOpen}/goals`, { include_tasks: 'true' }),
    buildRead(`${inOpen}/stops/${stop.stop_id}`),
    buildRead(`/v1/teams/${team.team_id}/sprints/${sprint.sprint_id}`),
    buildRead(`/v1/teams/${team.team_id}/sprints/${sprint.sprint_id}/burndown`),
    buildRead(`/v1/teams/${team.team_id}/milestones/${milestone.milestone_id}`),
    buildRead('/v1/designations', { org_id, with_usage: 'true' }),
    buildRead('/v1/designations', { org_id, with_usage: 'true', grouped: 'true' }),
    buildRead(`/v1/sections/${section.section_id}`),
    buildRead('/v1/sections', { org_id, scope_type: 'project', scope_ids: open.project_id }),
    buildRead(`/v1/projects/${org_id}`, { show_all: 'true' }),
    buildRead(buildTaskPath(secretTask)),
    buildRead(`/v1/tasks/by-key/${secretTask.key}`, { org_id }),
    buildRead(`/v1/projects/detail/${secretProject.project_id}`),
  ]
  for (const webhook of webhooks[by] ?? [])
    others.push(buildRead(`/v1/webhooks/${webhook}/deliveries`), buildRead(`/v1/webhooks/${webhook}`))
  // Sort order does not depend on the caller, so a single observer covers all sorts.
  const ways = by === 'outsider' ? [...requests, ...otherRequests] : requests
  const plain = ways.filter(({ query }) => by === 'member' || query.sort_by === undefined)
  return [...plain, ...searches, ...named, ...others].map((one) => ({ by, ...one }))
}

const secretTask = await createTask(hiddenFixture)
const { data: types } = expectStatus(await fixture.owner.get('/v1/webhooks/events', { query: { limit: 1000 } }), 200)
const wildcards = [...new Set<string>(types.map(({ type }: ResponseBody) => `${type.split('.')[0]}.*`))]
const webhooks: Partial<Record<Observer, string[]>> = {}
const createHook = async (by: Observer, project_ids: string[] | null) => {
  const body = {
    org_id: fixture.org_id,
    name: buildUniqueName('Hook'),
    url: 'https://203.0.114.7/',
    events: wildcards,
    project_ids,
  }
  const { subscription_id } = await create(observers[by], '/v1/webhooks', body)
  webhooks[by] = [...(webhooks[by] ?? []), subscription_id as string]
}
await createHook('account', null)
await createHook('account', [open.project_id])
const requests: { path: string; query: ReadRequest['query'] }[] = []
const otherRequests: typeof requests = []
for (const op of reads) {
  if (notOfOrganizations.includes(op.id)) continue
  requests.push(...(await buildReadRequests(op, fixture)))
  otherRequests.push(...(await buildReadRequests(op, other)))
}
const observedReads = (await Promise.all((Object.keys(observers) as Observer[]).map(buildAllReads))).flat()

const formatRead = ({ by, path, query }: ReadRequest) => `${by} ${path}?${new URLSearchParams(query).toString()}`

/** Serializes a response without its request id, timestamp and encrypted cursor, which differ each time. */
function normalizeReply(reply: Reply): string {
  const text = reply.text.replace(/"(request_id|generated_at)":"[^"]*"/, '').replace(/"next_cursor":"\d+\.[^"]*"/, '')
  // Activity times are visible to all members, and use of a token to its owner, so they may change.
  const rest = text.replaceAll(/"(last_active_at|last_used_at|use_count)":("[^"]*"|\d+|null)/g, '')
  return `${reply.status} ${rest === text ? reply.headers.etag : ''} ${rest}`
}

async function readEverything(): Promise<Map<string, string>> {
  await waitForStableEvents(app)
  const found = new Map<string, string>()
  const left = [...observedReads]
  const readNext = async () => {
    for (let read = left.pop(); read; read = left.pop()) {
      const { path, query } = read
      found.set(formatRead(read), normalizeReply(await observers[read.by].get(path, { query })))
    }
  }
  await Promise.all(Array.from({ length: 8 }, readNext))
  return found
}

/** Prepares all writes of a world; the returned function sends them. */
async function prepareWrites(fixture: Fixture, ops: readonly AnyOperation[]): Promise<() => Promise<void>> {
  const sending: [AnyOperation, Prepared][] = []
  // A reorder lists all rows, and a signature all access, so they are prepared last and sent first.
  const coversAll = (op: AnyOperation) => op.id.includes('reorder') || op.id === 'organizations.sign_access_review'
  for (const op of [...ops.filter((op) => !coversAll(op)), ...ops.filter(coversAll)]) {
    const prepared = await prepare(fixture, op)
    if (op.id === 'projects.create') Object.assign(prepared.body as object, { visibility: fixture.visibility })
    sending.splice(coversAll(op) ? 0 : sending.length, 0, [op, prepared])
  }
  return async () => {
    for (const [op, prepared] of sending) expectSuccess(op, await send(prepared.as ?? fixture.owner, op, prepared))
  }
}

const selectWrites = (ids: RegExp) => writes.filter((op) => ids.test(op.id))
/** Ends the sessions with which the observers of the other organization read. */
const isAccountOperation = (op: AnyOperation) => op.id.startsWith('account.')
const writeInOtherOrg = await prepareWrites(
  other,
  writes.filter((op) => !isAccountOperation(op)),
)
const inProjects = await prepareWrites(
  hiddenFixture,
  selectWrites(
    /^(projects|project-members|project-resources|tasks|claims|task-comments|task-attachments|goals|sections|fields|views|view-pins|journeys|stops|reminders|task-watchers)\./,
  ),
)
const inTeams = await prepareWrites(hiddenFixture, selectWrites(/^(teams|sprints|milestones|availability)\./))
const byAdmins = await prepareWrites(
  hiddenFixture,
  selectWrites(
    /^(organization-invites\.(?!accept)|domains\.|join-requests\.(?!accept)|webhooks\.|tokens\.|oauth-clients\.)/,
  ),
)

let before = await readEverything()

function showDifference(was: string, is: string): string {
  const at = [...was].findIndex((character, i) => character !== is[i])
  const buildExcerpt = (text: string) => text.slice(Math.max(0, at - 60), at + 100)
  // The ETag comes first and always differs with the body.
  const stripVersion = (text: string) => text.replace(/-[\w-]{22,30}"/, '"')
  return at < 30 && stripVersion(was) !== was && stripVersion(was) !== stripVersion(is)
    ? `${was.slice(0, 12)} ${is.slice(0, 12)} ${showDifference(stripVersion(was), stripVersion(is))}`
    : `was …${buildExcerpt(was)}…\n  is  …${buildExcerpt(is)}…`
}

/** Performs a hidden change and expects identical responses for these observers. */
async function expectUnchangedReads(by: Observer[], action: () => Promise<unknown>, except = /^$/): Promise<void> {
  const [was] = [before, await action()]
  before = await readEverything()
  const differing = [...was].filter(([name, text]) => {
    const matters = by.includes(name.split(' ')[0] as Observer) && !except.test(name)
    return matters && before.get(name) !== text
  })
  const displayed = differing.map(([name, text]) => `${name}\n  ${showDifference(text, before.get(name)!)}`)
  expect(displayed.join('\n')).toBe('')
}

const everybody = Object.keys(observers) as Observer[]

test('a change in another organization does not affect any response', () =>
  expectUnchangedReads(insiders, async () => {
    await writeInOtherOrg()
    // Ends the grace period of tokens that were rotated there, of which its owner reads.
    app.clock.advance(120_000)
  }))

test('a change in a private project does not affect responses to users outside it', () =>
  expectUnchangedReads(everybody, inProjects))

test('a change in a team does not affect responses to guests outside it', () =>
  expectUnchangedReads(['guest', 'outsider'], inTeams))

test('private changes of owners and admins do not affect responses to others', () =>
  expectUnchangedReads(['guest', 'member', 'editor', 'limited'], byAdmins))

const { owner, lead } = fixture
const expectDone = (reply: Reply) => expectStatus(reply, 200, 201, 204)
const linkTasks = async (from: ResponseBody, kind: 'subtask' | 'dependency', to: ResponseBody) =>
  expectDone(
    await owner.post(buildTaskPath(from, kind === 'subtask' ? '/subtasks' : '/dependencies'), {
      body: { [`${kind}_id`]: to.task_id },
    }),
  )
const unlink = async (from: ResponseBody, kind: 'subtask' | 'dependency', to: ResponseBody) =>
  expectDone(
    await owner.delete(buildTaskPath(from, `/${kind === 'subtask' ? 'subtasks' : 'dependencies'}/${to.task_id}`)),
  )

/** Links visible tasks with hidden ones in every way, removes most links again, and leaves some. */
async function linkToHidden(those: ResponseBody[], make: (values?: object) => Promise<ResponseBody>): Promise<void> {
  const [a, b, c, d] = those as [ResponseBody, ResponseBody, ResponseBody, ResponseBody]
  for (const kind of ['subtask', 'dependency'] as const) {
    const [one, two] = [await make(), await make()]
    await linkTasks(a, kind, one)
    await linkTasks(two, kind, b)
    await unlink(a, kind, one)
    await unlink(two, kind, b)
    await linkTasks(a, kind, two)
    expectDone(await owner.delete(buildTaskPath(two)))
    // Deleting a parent would delete its subtasks.
    if (kind === 'dependency') await linkTasks(one, kind, b)
    expectDone(await owner.delete(buildTaskPath(one)))
  }
  const [upper, lower] = [await make({ sub_tasks: [c.task_id] }), await make({ dependencies: [d.task_id] })]
  const lists = { sub_tasks: [upper.task_id], dependencies: [lower.task_id, upper.task_id] }
  expectDone(await owner.patch(buildTaskPath(d), { body: { sub_tasks: [lower.task_id] } }))
  expectDone(await owner.patch(buildTaskPath(a), { body: { dependencies: lists.dependencies } }))
  expectDone(await owner.patch(buildTaskPath(a), { body: { dependencies: lists.dependencies.toReversed() } }))
  expectDone(
    await owner.patch(buildTaskPath(upper), { body: { title: buildUniqueName('Hidden'), status: 'completed' } }),
  )
}

/** Requests everything again after the grace period of rotated tokens, which would otherwise end during the test. */
async function readEverythingAfterGrace(): Promise<void> {
  app.clock.advance(120_000)
  before = await readEverything()
}

test('links to hidden tasks are not visible at the other end', async () => {
  await readEverythingAfterGrace()
  await expectUnchangedReads(everybody, () =>
    linkToHidden(visible.slice(0, 4), (values) => createTask(hiddenFixture, values)),
  )
})

test('changes of a restricted task do not affect responses to users without access', async () => {
  const createRestrictedTask = (values: object = {}) => createVisibleTask({ restricted_to: [lead.username], ...values })
  const [one, ...more] = [await createRestrictedTask(), await createRestrictedTask(), await createRestrictedTask()]
  await readEverythingAfterGrace()
  await expectUnchangedReads(
    everybody,
    () => linkToHidden(visible.slice(4), createRestrictedTask),
    /deliveries|include_inaccessible/,
  )
  await expectUnchangedReads(
    everybody,
    async () => {
      const body = {
        goal_id: goal.goal_id,
        milestone_id: milestone.milestone_id,
        sprint_id: sprint.sprint_id,
      }
      expectDone(await owner.patch(buildTaskPath(one!), { body }))
      const { scope_type, scope_id, section_id } = section
      expectDone(await owner.put(buildTaskPath(one!, '/section'), { body: { scope_type, scope_id, section_id } }))
      const task_ids = [one!.task_id, more[0]!.task_id]
      expectDone(await owner.post(`${inOpen}/stops/${stop.stop_id}/tasks`, { body: { task_ids } }))
      expectDone(await owner.post(`${inOpen}/goals/${goal.goal_id}/tasks`, { body: { task_ids } }))
      expectDone(await owner.post('/v1/tasks/bulk', { body: { task_ids, changes: { status: 'completed' } } }))
      const said = { task_id: one!.task_id, content: buildUniqueName('Said') }
      const { comment_id } = await create(owner, '/v1/task-comments', said)
      await create(owner, '/v1/task-comments/reply', { parent_comment_id: comment_id, content: 'Yes' })
      expectDone(await owner.delete(`${inOpen}/stops/${stop.stop_id}/tasks/${one!.task_id}`))
      expectDone(await owner.delete(`${inOpen}/goals/${goal.goal_id}/tasks/${one!.task_id}`))
      expectDone(await owner.patch(buildTaskPath(one!), { body: { restricted_to: [fixture.admin.username] } }))
      const away = { project_id: secretProject.project_id }
      expectDone(await owner.patch(buildTaskPath(one!), { body: away }))
      expectDone(await owner.post(buildTaskPath(one!, '/project'), { body: { project_id: open.project_id } }))
    },
    /deliveries|include_inaccessible/,
  )
})
