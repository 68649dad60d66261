import { buffer } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { createArchiveWriter } from '@svc/import/archive'
import { expect, test } from 'vitest'
import { notifyDueItems } from '../../../src/notifications/due-items/notify.ts'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { matchPlaceholders, mergePlaceholders } from '../../../src/resources/platform/imports/placeholder-jobs.ts'
import { savePlaceholderMatch } from '../../../src/resources/platform/imports/queries/placeholders.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { addMember, createOrganization, createTask, insertServiceAccount } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any

const app = await startApp()
const ada = await app.signIn('ada')

const buildCsv = (email: string) => `ID,Title,Assignee\n1,Moor the barge,${email}`

/** Builds an archive of the data format: two tasks of one person, with a comment on the first. */
async function buildArchive(person: { id: string; username: string; email?: string }, title = 'Coil the rope') {
  const output = new PassThrough()
  const content = buffer(output)
  const writer = createArchiveWriter(output)
  const by = { assignee: person.id, created_by: person.id }
  await writer.writeRows('people', [person])
  await writer.writeRows('projects', [{ id: 'p', name: 'Yard' }])
  await writer.writeRows('tasks', [
    { id: 't1', project: 'p', title: 'Tar the hull', ...by },
    { id: 't2', project: 'p', title, ...by },
  ])
  await writer.writeRows('comments', [{ id: 'c', task: 't1', author: person.id, content: 'Needs two coats.' }])
  await writer.finish({ source: 'yard', created_at: '2026-01-01T00:00:00.000Z' })
  return new Uint8Array(await content)
}

async function importFile(org_id: string, content: string | Uint8Array, options: object = {}) {
  const source = typeof content === 'string' ? 'csv' : 'neutral'
  const body = { import: { org_id, source, ...options }, file: new Upload(content, 'Yard.csv') }
  const { import_id } = expectStatus(await ada.post('/v1/imports', { body }), 201)
  await runImports(app.services)
  const done = expectStatus(await ada.get(`/v1/imports/${import_id}`), 200)
  expect([done.phase, done.error]).toEqual(['finished', null])
  return done
}

const listPlaceholders = async (org_id: string, by: Client = ada): Promise<ResponseBody[]> =>
  expectStatus(await by.get(`/v1/organizations/${org_id}/placeholders`), 200).data

const findTask = async (org_id: string, title: string, by: Client = ada): Promise<ResponseBody> =>
  expectStatus(await by.get('/v1/tasks', { query: { org_id, 'filter[search]': title } }), 200).data[0]

async function runJobs() {
  await notifyDueItems(app.services)
  await matchPlaceholders(app.services)
  await mergePlaceholders(app.services)
}

let organizations = 0
async function createImported(email: string) {
  const { org_id } = await createOrganization(ada, { name: `Yard ${(organizations += 1)}` })
  await importFile(org_id, buildCsv(email))
  const [placeholder] = await listPlaceholders(org_id)
  return { org_id, placeholder: placeholder! }
}

const match = (org_id: string, user_id: string, username: string, by = ada) =>
  by.post(`/v1/organizations/${org_id}/placeholders/${user_id}/match`, { body: { username } })

test('keeps authors and assignees of a source, who are no members and have no rights', async () => {
  const { org_id, placeholder } = await createImported('zoe@yard.invalid')
  const task = await findTask(org_id, 'barge')
  expect(placeholder).toMatchObject({ username: task.assignee, email: 'zoe@yard.invalid', matched_username: null })
  const { user_id, username } = placeholder
  const members = expectStatus(await ada.get(`/v1/organization-members/${org_id}`), 200).data
  expect(members.map((one: ResponseBody) => one.username)).toEqual(['ada'])
  const body = { role: 'admin', is_active: true }
  expect((await ada.patch(`/v1/organization-members/${user_id}/${org_id}`, { body })).status).toBe(404)
  const assigned = await ada.patch(`/v1/tasks/${task.task_id}`, { body: { assignee: null } })
  expect(assigned.status).toBe(200)
  expect((await ada.patch(`/v1/tasks/${task.task_id}`, { body: { assignee: username } })).status).toBe(422)
  const member = { org_id, project_id: task.project_id, user_id, project_role: 'owner' }
  expect((await ada.post('/v1/project-members', { body: member })).status).toBeGreaterThanOrEqual(400)
  const restricted = { restricted: true, restricted_to: [username] }
  expect((await ada.patch(`/v1/tasks/${task.task_id}`, { body: restricted })).status).toBe(422)
  const mails = await app.sql('SELECT 1 FROM notifications WHERE user_id = $1', [user_id])
  expect(mails).toEqual([])
})

test('keeps mentions of members in comments, and reports those of others', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Mentions' })
  await addMember(ada, org_id, await app.signIn('meg'), 'member')
  const output = new PassThrough()
  const content = buffer(output)
  const writer = createArchiveWriter(output)
  await writer.writeRows('people', [
    { id: 'm', username: 'margaret' },
    { id: 'z', username: 'zed' },
  ])
  await writer.writeRows('tasks', [{ id: 't', title: 'Tar the hull' }])
  await writer.writeRows('comments', [{ id: 'c', task: 't', content: '@margaret and @zed', mentions: ['m', 'z', 'm'] }])
  await writer.finish({ source: 'yard', created_at: '2026-01-01T00:00:00.000Z' })
  const done = await importFile(org_id, new Uint8Array(await content), { user_map: { margaret: 'meg' } })
  const { task_id } = await findTask(org_id, 'hull')
  const { data } = expectStatus(await ada.get('/v1/task-comments', { query: { task_id } }), 200)
  expect(data[0].mentions.map((one: ResponseBody) => one.username)).toEqual(['meg'])
  const report = expectStatus(await ada.get(`/v1/imports/${done.import_id}/report`), 200).data
  expect(report).toContainEqual(expect.objectContaining({ outcome: 'changed', kind: 'comments', field: 'mentions' }))
})

test('hides addresses from members, and lists placeholders neither for guests nor for others', async () => {
  const { org_id } = await createImported('yves@yard.invalid')
  const member = await addMember(ada, org_id, await app.signIn('mia'), 'member')
  expect(await listPlaceholders(org_id, member)).toMatchObject([{ username: 'yves', email: null }])
  const guest = await addMember(ada, org_id, await app.signIn('gus'), 'guest')
  expect((await guest.get(`/v1/organizations/${org_id}/placeholders`)).status).toBe(403)
})

test('names the member in tasks, comments, history and later imports, and the import can still be undone', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Match' })
  const ben = await addMember(ada, org_id, await app.signIn('ben'), 'member')
  const person = { id: 'z', username: 'zedquay' }
  const done = await importFile(org_id, await buildArchive(person))
  const [placeholder] = await listPlaceholders(org_id)
  const rope = await findTask(org_id, 'rope')
  expectStatus(await ada.patch(`/v1/tasks/${rope.task_id}`, { body: { assignee: 'ada' } }), 200)

  const before = await findTask(org_id, 'hull')
  expect(expectStatus(await match(org_id, placeholder!.user_id, 'BEN'), 200)).toMatchObject({ matched_username: 'ben' })
  expect((await match(org_id, placeholder!.user_id, 'ada')).status).toBe(409)
  await runJobs()

  const task = await findTask(org_id, 'hull')
  expect(task).toMatchObject({ assignee: 'ben', updated_at: before.updated_at, version: before.version + 1 })
  const comments = expectStatus(await ada.get('/v1/task-comments', { query: { task_id: task.task_id } }), 200).data
  expect(comments).toMatchObject([{ created_by: 'ben', content: 'Needs two coats.' }])
  const history = expectStatus(await ada.get(`/v1/task-history?task_id=${rope.task_id}`), 200).data
  expect(JSON.stringify(history)).toContain('"ben"')
  expect(JSON.stringify(history)).not.toContain(placeholder!.username)
  expect(await listPlaceholders(org_id)).toEqual([])
  expect(
    expectStatus(await ben.get('/v1/tasks', { query: { org_id, 'filter[assignee]': 'me' } }), 200).data,
  ).toHaveLength(1)

  // A task that was reassigned here stays so, without a conflict: only the name at the source has changed.
  const again = await importFile(org_id, await buildArchive(person, 'Coil the long rope'))
  expect(again.counts).toMatchObject({ people: { unchanged: 1 }, tasks: { updated: 1, unchanged: 1 } })
  expect(await findTask(org_id, 'long rope')).toMatchObject({ assignee: 'ada' })

  expectStatus(await ada.post(`/v1/imports/${done.import_id}/undo`), 200)
  await runImports(app.services)
  expect(await findTask(org_id, 'hull')).toBeUndefined()
  const events = await app.sql<{ type: string; actor_username: string | null }>(
    `SELECT type, actor_username FROM events WHERE org_id = $1 AND type LIKE 'member.placeholder%' ORDER BY tx`,
    [org_id],
  )
  expect(events.map((one) => [one.type, one.actor_username])).toEqual([
    ['member.placeholder_matched', 'ada'],
    ['member.placeholder_merged', null],
  ])
})

test('matches placeholders of a former import by a user_map that is given later', async () => {
  const { org_id, placeholder } = await createImported('Xaver Keel')
  await addMember(ada, org_id, await app.signIn('ben'), 'member')
  const file = buildCsv('Xaver Keel')
  const dry = await importFile(org_id, file, { dry_run: true, user_map: { 'Xaver Keel': 'ben' } })
  expect(dry.counts.people).toEqual({ matched: 1 })
  expect(await listPlaceholders(org_id)).toMatchObject([{ username: placeholder.username, matched_username: null }])
  await importFile(org_id, file, { user_map: { 'Xaver Keel': 'ben' } })
  await runJobs()
  expect(await listPlaceholders(org_id)).toEqual([])
  expect(await findTask(org_id, 'barge')).toMatchObject({ assignee: 'ben' })
})

test('makes the person of a verified address the author once they are a member', async () => {
  const { org_id, placeholder } = await createImported('carl@dev.invalid')
  const carl = await app.signIn('carl', { email: 'carl@dev.invalid' })
  // The user gets the name of the placeholder, since it would be theirs anyway.
  expect(carl.username).toBe(placeholder.username)
  expect((await carl.get(`/v1/organization-members/${org_id}`)).status).toBe(403)
  expect(await listPlaceholders(org_id)).toHaveLength(1)
  await addMember(ada, org_id, carl, 'member')
  expect(await listPlaceholders(org_id)).toEqual([])
  await runJobs()
  expect(await findTask(org_id, 'barge', carl)).toMatchObject({ assignee: 'carl' })
})

test('does not let an import choose the username of a person, who is matched when they join', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Names' })
  await importFile(org_id, await buildArchive({ id: 'm', username: 'mockery', email: 'dora@dev.invalid' }))
  const dora = await app.signIn('dora', { email: 'dora@dev.invalid' })
  expect(dora.username).toBe('dora')
  await addMember(ada, org_id, dora, 'member')
  await runJobs()
  expect(await findTask(org_id, 'hull', dora)).toMatchObject({ assignee: 'dora' })
  expect(await listPlaceholders(org_id)).toEqual([])
})

const addPerson = async (org_id: string, name: string) =>
  addMember(ada, org_id, await app.signIn(name, { email: `${name}@own.invalid` }), 'member')

/** Gives a user an address, as a later sign-in does. */
const setAddress = ({ userId }: Client, email: string, verified: boolean) =>
  app.sql('UPDATE users SET email = $2, email_key = $2, email_verified = $3 WHERE user_id = $1', [
    userId,
    email,
    verified,
  ])

const claims: [who: string, join: (org_id: string, name: string, email: string) => Promise<unknown>][] = [
  [
    'a member whose address is not verified',
    async (org_id, name, email) => setAddress(await addPerson(org_id, `${name}-x`), email, false),
  ],
  ['a person who is no member', (_, name, email) => app.signIn(`${name}-x`, { email })],
  [
    'a member of another organization',
    async (_, name, email) => {
      const other = await createOrganization(ada, { name: `Other of ${name}` })
      await setAddress(await addPerson(other.org_id, `${name}-x`), email, true)
    },
  ],
  [
    'a deactivated member',
    async (org_id, name, email) => {
      const member = await addPerson(org_id, `${name}-x`)
      await setAddress(member, email, true)
      const path = `/v1/organization-members/${member.userId}/${org_id}`
      expectStatus(await ada.patch(path, { body: { is_active: false } }), 200)
    },
  ],
  [
    'two members who have verified the same address',
    async (org_id, name, email) => {
      for (const number of [2, 3]) await setAddress(await addPerson(org_id, `${name}-${number}`), email, true)
    },
  ],
]

test.each(claims)('does not take %s for the placeholder', async (who, join) => {
  const name = `claim-${claims.findIndex(([one]) => one === who)}`
  const email = `${name}@dev.invalid`
  const { org_id, placeholder } = await createImported(email)
  await join(org_id, name, email)
  await runJobs()
  expect(await listPlaceholders(org_id)).toMatchObject([
    { user_id: placeholder.user_id, email, matched_username: null },
  ])
  expect(await findTask(org_id, 'barge')).toMatchObject({ assignee: placeholder.username })
})

test('does not take a person whose verified address only looks like that of the placeholder', async () => {
  const { org_id, placeholder } = await createImported('kim@dev.invalid')
  // A Kelvin sign, which Unicode lower-cases to k.
  const lookAlike = '\u212Aim@dev.invalid'
  const kim = await app.signIn('kim', { email: lookAlike })
  expect(kim.userId).not.toBe(placeholder.user_id)
  expect(kim.username).not.toBe(placeholder.username)
  await addMember(ada, org_id, await app.signIn('kim-2'), 'member')
  await app.sql('UPDATE users SET email = $2, email_key = $3, email_verified = true WHERE user_id = $1', [
    (await app.signIn('kim-2')).userId,
    lookAlike,
    'kim@dev.invalid',
  ])
  await runJobs()
  const unmatched = { user_id: placeholder.user_id, matched_username: null }
  expect(await listPlaceholders(org_id)).toMatchObject([unmatched])
  const archive = await buildArchive({ id: 'k', username: 'kimball', email: 'kim@dev.invalid' }, 'Sound the bell')
  await importFile(org_id, archive)
  expect((await findTask(org_id, 'bell')).assignee).not.toBe('kim-2')
})

test('matches with active members only, and only for admins of the organization', async () => {
  const { org_id, placeholder } = await createImported('will@yard.invalid')
  const ben = await addMember(ada, org_id, await app.signIn('ben'), 'member')
  const lea = await addMember(ada, org_id, await app.signIn('lea'), 'member')
  const path = `/v1/organization-members/${lea.userId}/${org_id}`
  expectStatus(await ada.patch(path, { body: { is_active: false } }), 200)
  const account = await insertServiceAccount(app, org_id)
  for (const name of [placeholder.username, 'lea', 'nobody', account.username])
    expect([name, (await match(org_id, placeholder.user_id, name)).status]).toEqual([name, 422])
  expect((await match(org_id, placeholder.user_id, 'ben', ben)).status).toBe(403)
  expect((await match(org_id, ben.userId, 'ada')).status).toBe(404)
  const other = await createOrganization(ada, { name: 'Elsewhere' })
  expect((await match(other.org_id, placeholder.user_id, 'ada')).status).toBe(404)
  expect((await createTask(ben, org_id)).assignee).toBeNull()
})

/** Imports a placeholder who has completed a sprint and closed a milestone, and whom a view names. */
async function importPlans(org_id: string) {
  const output = new PassThrough()
  const content = buffer(output)
  const writer = createArchiveWriter(output)
  await writer.writeRows('people', [{ id: 'z', username: 'zedquay' }])
  await writer.writeRows('teams', [{ id: 'tm', name: 'Riggers' }])
  await writer.writeRows('projects', [{ id: 'p', name: 'Yard' }])
  const closing = { status: 'closed', closed_by: 'z' } as const
  await writer.writeRows('milestones', [
    { id: 'm', team: 'tm', title: 'Launch', target_date: '2026-01-14', ...closing },
  ])
  const dates = { start_date: '2026-01-01', end_date: '2026-01-14' }
  const completion = { status: 'completed', completed_by: 'z' } as const
  await writer.writeRows('sprints', [{ id: 's', team: 'tm', name: 'Dash', ...dates, ...completion }])
  const query = { 'filter[assignee]': ['me', 'zedquay'], 'filter[search]': 'zedquay' }
  await writer.writeRows('views', [{ id: 'v', scope_type: 'project', scope: 'p', name: 'Theirs', query }])
  await writer.finish({ source: 'yard', created_at: '2026-01-01T00:00:00.000Z' })
  return importFile(org_id, new Uint8Array(await content))
}

test('names the member in sprints, milestones and filters of views, which an undo still deletes', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Plans' })
  await addMember(ada, org_id, await app.signIn('ben'), 'member')
  const done = await importPlans(org_id)
  const [placeholder] = await listPlaceholders(org_id)
  const list = async (path: string): Promise<ResponseBody[]> => expectStatus(await ada.get(path), 200).data
  const [{ team_id }] = (await list(`/v1/teams?org_id=${org_id}`)) as [ResponseBody]
  const readPlans = async () => [
    (await list(`/v1/teams/${team_id}/sprints`))[0].completed_by,
    (await list(`/v1/teams/${team_id}/milestones`))[0].closed_by,
    (await list(`/v1/views?org_id=${org_id}`))[0].query,
  ]
  const { username } = placeholder!
  const filters = (name: string) => ({ 'filter[assignee]': ['me', name], 'filter[search]': 'zedquay' })
  expect(await readPlans()).toEqual([username, username, filters(username)])
  expectStatus(await match(org_id, placeholder!.user_id, 'ben'), 200)
  await runJobs()
  expect(await readPlans()).toEqual(['ben', 'ben', filters('ben')])
  expect(await app.sql('SELECT 1 FROM users WHERE user_id = $1', [placeholder!.user_id])).toEqual([])

  expectStatus(await ada.post(`/v1/imports/${done.import_id}/undo`), 200)
  await runImports(app.services)
  expect(await list(`/v1/teams?org_id=${org_id}`)).toEqual([])
})

test('merges the other placeholders when the merge of one fails', async () => {
  const { org_id } = await createImported('una@yard.invalid')
  await importFile(org_id, 'ID,Title,Assignee\n7,Paint the buoy,vic@yard.invalid')
  const ben = await addMember(ada, org_id, await app.signIn('ben'), 'member')
  const [first, second] = (await listPlaceholders(org_id)).sort((a, b) => (a.user_id < b.user_id ? -1 : 1))
  for (const { user_id } of [first, second]) expectStatus(await match(org_id, user_id, 'ben'), 200)
  const setCheckpoint = (step: number, cursor: string) =>
    app.sql('UPDATE placeholders SET step = $2, cursor = $3 WHERE user_id = $1', [first.user_id, step, cursor])
  await setCheckpoint(3, 'no time')
  await runJobs()
  expect(await listPlaceholders(org_id)).toMatchObject([{ user_id: first.user_id }])
  const query = { org_id, 'filter[assignee]': 'me' }
  expect(expectStatus(await ben.get('/v1/tasks', { query }), 200).data).toHaveLength(1)
  await setCheckpoint(0, '')
  await runJobs()
  expect(await listPlaceholders(org_id)).toEqual([])
})

test('keeps the choice of an admin when another member verifies the address meanwhile', async () => {
  const { org_id, placeholder } = await createImported('tess@own.invalid')
  await addMember(ada, org_id, await app.signIn('ben'), 'member')
  expectStatus(await match(org_id, placeholder.user_id, 'ben'), 200)
  const tess = await addPerson(org_id, 'tess-2')
  await setAddress(tess, 'tess@own.invalid', true)
  const into = { user_id: tess.userId, username: 'tess-2' }
  const { user_id } = placeholder
  expect(await savePlaceholderMatch(app.services.database.db, { org_id, user_id }, into)).toBe(false)
  await runJobs()
  expect(await findTask(org_id, 'barge')).toMatchObject({ assignee: 'ben' })
})
