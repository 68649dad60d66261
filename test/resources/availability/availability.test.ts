import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertTeam } from '../../support/containers.ts'
import { insertMembership, createOrganization, createProject, createTokenClient } from '../../support/factories.ts'

const app = await startApp()
const names = ['chief', 'lead', 'mate', 'other', 'guest']
const people = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await app.signIn(`away-${name}`)])),
)
const as = (name: string): Client => people[name]!
const { org_id } = await createOrganization(as('chief'))
for (const name of ['lead', 'mate', 'other']) await insertMembership(as(name), org_id, 'member')
await insertMembership(as('guest'), org_id, 'guest')
const crew = await insertTeam(app, org_id, [as('lead'), as('mate'), as('guest')])
const second = await insertTeam(app, org_id, [as('mate')])

const buildPath = (id = crew) => `/v1/teams/${id}/availability`
const createEntry = (by: string, user: string, start_date: string, end_date: string, id = crew) =>
  as(by).post(buildPath(id), { body: { user_id: as(user).userId, start_date, end_date } })
const readWindow = (from: string, to: string, by = 'lead', id = crew) =>
  as(by).get(buildPath(id), { query: { from, to } })
const listIds = (reply: Awaited<ReturnType<typeof readWindow>>) =>
  expectStatus(reply, 200).entries.map((entry: { entry_id: string }) => entry.entry_id)

test('a window returns the overlapping entries in every team of the user, both ends inclusive', async () => {
  const { entry_id } = expectStatus(await createEntry('mate', 'mate', '2026-03-10', '2026-03-12'), 201)
  expect(listIds(await readWindow('2026-03-01', '2026-03-10'))).toEqual([entry_id])
  expect(listIds(await readWindow('2026-03-12', '2026-03-31'))).toEqual([entry_id])
  expect(listIds(await readWindow('2026-03-11', '2026-03-11', 'other', second))).toEqual([entry_id])
  expect(listIds(await readWindow('2026-03-13', '2026-03-31'))).toEqual([])
  expect(listIds(await readWindow('2026-02-01', '2026-03-09'))).toEqual([])
  const { members } = expectStatus(await readWindow('2026-03-01', '2026-03-02'), 200)
  const roles = members.map((one: { username: string; team_role: string }) => [one.username, one.team_role])
  expect(roles).toEqual([
    ['away-guest', 'member'],
    ['away-lead', 'owner'],
    ['away-mate', 'member'],
  ])
})

test.each([
  [{}, 'from'],
  [{ from: '2026-01-01' }, 'to'],
  [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
  [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
  [{ from: '2026-01-01', to: '2026-04-05' }, 'to'],
])('returns 400 with the parameter for a window of %j', async (query, name) => {
  const reply = await as('lead').get(buildPath(), { query })
  expect(reply.body).toMatchObject({
    status: 400,
    type: 'urn:svc:problem:invalid-parameter',
    errors: [{ loc: ['query', name] }],
  })
})

test('accepts a window of 93 days', async () => {
  expectStatus(await readWindow('2026-01-01', '2026-04-04'), 200)
})

test('rejects overlapping entries of a user, and names the other entry', async () => {
  const { entry_id } = expectStatus(await createEntry('lead', 'lead', '2026-05-10', '2026-05-20'), 201)
  const clash = await createEntry('lead', 'lead', '2026-05-20', '2026-05-25')
  expect(expectStatus(clash, 409).detail).toContain(entry_id)
  const next = expectStatus(await createEntry('lead', 'lead', '2026-05-21', '2026-05-25'), 201)
  const change = (body: object) => as('lead').patch(`${buildPath()}/${next.entry_id}`, { body })
  expect(expectStatus(await change({ start_date: '2026-05-20' }), 409).detail).toContain(entry_id)
  expectStatus(await change({ end_date: '2026-05-24' }), 200)
})

test('stores one of several overlapping entries created concurrently in any teams', async () => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      createEntry('chief', 'mate', `2026-07-0${i + 1}`, '2026-07-20', i % 2 ? crew : second),
    ),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
})

test('users create their own entries, team owners and org admins those of others', async () => {
  expectStatus(await createEntry('guest', 'guest', '2026-08-01', '2026-08-02'), 201)
  expectStatus(await createEntry('mate', 'lead', '2026-08-01', '2026-08-02'), 403)
  expectStatus(await createEntry('other', 'other', '2026-08-01', '2026-08-02'), 403)
  const created = expectStatus(await createEntry('lead', 'mate', '2026-08-01', '2026-08-02'), 201)
  expectStatus(await as('guest').delete(`${buildPath()}/${created.entry_id}`), 403)
  expectStatus(await as('mate').delete(`${buildPath()}/${created.entry_id}`), 200)
  expectStatus(await as('mate').delete(`${buildPath()}/${created.entry_id}`), 404)
  const { project_id } = await createProject(as('mate'), org_id)
  const limited = await createTokenClient(as('mate'), org_id, { scopes: ['teams:write'], project_ids: [project_id] })
  const body = { user_id: as('mate').userId, start_date: '2026-08-01', end_date: '2026-08-02' }
  expectStatus(await limited.post(buildPath(), { body }), 403)
})

test('requires an active member of the team, and rejects a change of the user', async () => {
  const reply = await createEntry('chief', 'other', '2026-09-01', '2026-09-02')
  expect(expectStatus(reply, 422).errors[0].loc).toEqual(['body', 'user_id'])
  expect((await createEntry('lead', 'lead', '2026-09-02', '2026-09-01')).body.errors[0].loc).toEqual([
    'body',
    'end_date',
  ])
  const { entry_id } = expectStatus(await createEntry('lead', 'lead', '2026-09-01', '2026-09-02'), 201)
  const change = (user_id: string) => as('lead').patch(`${buildPath()}/${entry_id}`, { body: { user_id } })
  expectStatus(await change(as('lead').userId.toUpperCase()), 200)
  expectStatus(await change(as('mate').userId), 422)
})

test('returns an entry only in the teams of its user', async () => {
  const { entry_id } = expectStatus(await createEntry('lead', 'lead', '2026-10-01', '2026-10-02'), 201)
  expectStatus(await as('chief').delete(`${buildPath(second)}/${entry_id}`), 404)
})

test('emits an event with the changed fields for each change', async () => {
  const { entry_id } = expectStatus(await createEntry('lead', 'lead', '2026-11-01', '2026-11-02'), 201)
  await as('lead').patch(`${buildPath()}/${entry_id}`, { body: { note: 'Ferry', end_date: '2026-11-02' } })
  await as('lead').patch(`${buildPath()}/${entry_id}`, { body: { note: 'Ferry' } })
  await as('lead').delete(`${buildPath()}/${entry_id}`)
  const emitted = await app.sql(
    'SELECT type, before, after FROM events WHERE resource_id = $1 ORDER BY created_at, event_id',
    [entry_id],
  )
  const facts = { user_id: as('lead').userId, start_date: '2026-11-01', end_date: '2026-11-02' }
  expect(emitted).toEqual([
    { type: 'availability.created', before: null, after: { ...facts, note: null } },
    { type: 'availability.updated', before: { note: null }, after: { note: 'Ferry' } },
    { type: 'availability.deleted', before: { ...facts, note: 'Ferry' }, after: null },
  ])
})
