import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { createOrganization, createTokenClient } from '../../support/factories.ts'

const app = await startApp()
let users = 0
const createUser = (): Promise<Client> => app.signIn(`user-${++users}`)
const update = async (client: Client, body: object) =>
  expectStatus(await client.patch('/v1/me/preferences', { body }), 200)
const readMe = async (client: Client) => expectStatus(await client.get('/v1/me'), 200)

test('the user’s session returns language, theme, time zone and displays, which are unset at first', async () => {
  const client = await createUser()
  expect((await readMe(client)).preferences).toEqual({ time_zone: null, locale: null, theme: null, display: {} })
  const display = {
    'project:P1': { layout: 'board', group_by: 'assignee', lanes: 'priority', sort: '-due_date', columns: ['tags'] },
  }
  await update(client, { locale: 'de', theme: 'dark', time_zone: 'UTC', display })
  expect((await readMe(client)).preferences).toEqual({ time_zone: 'UTC', locale: 'de', theme: 'dark', display })
  const after = await update(client, { locale: null, theme: null })
  expect(after).toMatchObject({ locale: null, theme: null, display, time_zone_chosen: true })
})

test('an access token does not return the preferences', async () => {
  const client = await createUser()
  const { org_id } = await createOrganization(client)
  expect(await readMe(await createTokenClient(client, org_id, {}))).not.toHaveProperty('preferences')
})

test('a choice of the console does not choose a time zone', async () => {
  const client = await createUser()
  expect(await update(client, { display: { 'tasks:O1': {} }, locale: 'fr' })).toMatchObject({ time_zone_chosen: false })
  expect((await readMe(client)).preferences.time_zone).toBeNull()
})

test('displays of different places that are set concurrently are all stored, and null removes one', async () => {
  const client = await createUser()
  const places = Array.from({ length: 8 }, (_, i) => `project:P${i}`)
  await Promise.all(places.map((place) => update(client, { display: { [place]: { layout: place.slice(8) } } })))
  const { display } = (await readMe(client)).preferences
  expect(display).toEqual(Object.fromEntries(places.map((place) => [place, { layout: place.slice(8) }])))
  const removed = await update(client, { display: { 'project:P3': null, 'project:P4': { sort: 'title' } } })
  const { 'project:P3': _, ...others } = display
  expect(removed.display).toEqual({ ...others, 'project:P4': { sort: 'title' } })
})

test('the displays changed longest ago are dropped above 100 places, and above 32 KiB', async () => {
  const client = await createUser()
  const build = (from: number, count: number, value: object) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`team:T${from + i}`, value]))
  await update(client, { display: build(0, 100, { layout: 'board' }) })
  await update(client, { display: { 'team:T0': { layout: 'list' } } })
  const { display } = await update(client, { display: build(100, 1, { layout: 'board' }) })
  expect(Object.keys(display)).toHaveLength(100)
  expect(display).not.toHaveProperty('team:T1')
  expect(display).toMatchObject({ 'team:T0': { layout: 'list' }, 'team:T2': { layout: 'board' } })
  const columns = Array.from({ length: 40 }, (_, i) => `custom.${'ü'.repeat(70)}${i}`)
  const large = await update(client, { display: build(200, 20, { columns }) })
  expect(Object.keys(large.display)).toEqual(['team:T215', 'team:T216', 'team:T217', 'team:T218', 'team:T219'])
  expect(Buffer.byteLength(JSON.stringify(large.display))).toBeLessThan(32_768)
})

test.each([
  ['a place without a kind', { display: { 'project P1': {} } }],
  ['a place of 73 characters', { display: { [`project:${'P'.repeat(65)}`]: {} } }],
  ['an empty layout', { display: { 'project:P1': { layout: '' } } }],
  ['41 columns', { display: { 'project:P1': { columns: Array.from({ length: 41 }, () => 'tags') } } }],
  ['101 places', { display: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`team:T${i}`, {}])) }],
  ['an unknown language', { locale: 'xx' }],
  ['an unknown theme', { theme: 'blue' }],
])('%s is refused with 422', async (_, body) => {
  expect((await (await createUser()).patch('/v1/me/preferences', { body })).status).toBe(422)
})

test('properties without a meaning are not stored, and a repeated display raises no version', async () => {
  const client = await createUser()
  const first = await update(client, { display: { 'my:O1': { layout: 'board', note: 'x'.repeat(1000) } } })
  expect(first.display).toEqual({ 'my:O1': { layout: 'board' } })
  expect((await update(client, { display: first.display })).version).toBe(first.version)
})
