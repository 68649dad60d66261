import { afterAll, beforeEach, expect, it } from 'vitest'
import { sendSingleEmails } from '../../../src/notifications/email/single.ts'
import { createUnsubscribeToken } from '../../../src/notifications/email/unsubscribe.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject as makeProject, createTask } from '../../support/factories.ts'
import { startMailServer, findHeader } from '../../support/mail-server.ts'
import { buildEmailDependencies, processPendingEvents } from './run-pipeline.ts'

const server = await startMailServer()
const app = await startApp()
const [ada, bob] = [await app.signIn('ada'), await app.signIn('bob')]
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, bob)
const { project_id } = await makeProject(ada, org_id, { visibility: 'public' })
const services = buildEmailDependencies(app, server.url)
afterAll(() => server.stop())
beforeEach(() => app.sql('DELETE FROM notification_preferences'))

/** Returns the number of emails sent for a task assigned to bob. */
async function assignTask(): Promise<number> {
  server.received.length = 0
  await createTask(ada, org_id, { project_id, assignee: 'bob' })
  await processPendingEvents(app, services)
  app.clock.advance(61_000)
  return sendSingleEmails(services)
}
const readWays = async () =>
  expectStatus(await bob.get('/v1/me/preferences'), 200).notifications as Record<
    string,
    { page: boolean; mail: string }
  >
const buildLink = () =>
  new URL(/<(.+)>/.exec(findHeader(server.received[0]!.headers, 'list-unsubscribe'))![1]!).pathname
const buildPath = (kinds: 'daily' | 'assigned'[]) =>
  `/unsubscribe/${createUnsubscribeToken(app.services.keyring, { user_id: bob.userId, kinds })}`

it('one click in an email client ends emails of that kind only, without signing in', async () => {
  expect(await assignTask()).toBe(1)
  const before = await readWays()
  const body = 'List-Unsubscribe=One-Click'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (let i = 0; i < 2; i++) expectStatus(await app.anonymous.post(buildLink(), { body, headers }), 200)
  expect(await readWays()).toEqual({ ...before, assigned: { page: true, mail: 'never' } })
  expect(await assignTask()).toBe(0)
})

it('unsubscribing accepts the form of RFC 8058 as multipart/form-data, and an empty body', async () => {
  const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  expectStatus(await app.anonymous.post(buildPath(['assigned']), { body, headers }), 200)
  expect((await readWays()).assigned!.mail).toBe('never')
  expectStatus(await app.anonymous.post(buildPath(['assigned'])), 200)
})

it('the page after unsubscribing names what ended, and links to the preferences', async () => {
  const reply = await app.anonymous.post(buildPath(['assigned']))
  for (const fact of ['a task is assigned to you', 'href="/docs/preferences#preferences.update"'])
    expect(reply.text).toContain(fact)
})

it('opening an unsubscribe link shows what would end, and changes nothing', async () => {
  expect(await assignTask()).toBe(1)
  const reply = await app.anonymous.get(buildLink())
  expect(reply.status).toBe(200)
  expect(reply.text).toContain('a task is assigned to you')
  expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
  expect((await readWays()).assigned!.mail).toBe('now')
})

it('unsubscribing keeps other preferences', async () => {
  const said = {
    time_zone: 'Asia/Kathmandu',
    notifications: { assigned: { page: false }, commented: { mail: 'daily' } },
  }
  expectStatus(await bob.patch('/v1/me/preferences', { body: said }), 200)
  const before = expectStatus(await bob.get('/v1/me/preferences'), 200)
  expectStatus(await app.anonymous.post(buildPath(['assigned'])), 200)
  const after = expectStatus(await bob.get('/v1/me/preferences'), 200)
  expect(after).toEqual({
    ...before,
    notifications: { ...before.notifications, assigned: { page: false, mail: 'never' } },
    version: before.version + 1,
  })
})

it('the link of a daily email ends the kinds sent daily', async () => {
  const before = await readWays()
  expectStatus(await app.anonymous.post(buildPath('daily')), 200)
  const after = await readWays()
  for (const [kind, way] of Object.entries(before))
    expect(after[kind]).toEqual({ ...way, mail: way.mail === 'daily' ? 'never' : way.mail })
})

it('unsubscribing with another token does nothing', async () => {
  const token = createUnsubscribeToken(app.services.keyring, { user_id: bob.userId, kinds: 'daily' })
  const other = app.services.keyring.encrypt('invitation-stop', '', JSON.stringify([bob.userId, 'daily']))
  for (const bad of [`${token}x`, token.slice(0, -4), other, 'x', '1.', '%00', 'a'.repeat(300)]) {
    expect((await app.anonymous.get(`/unsubscribe/${bad}`)).status).toBeGreaterThanOrEqual(400)
    expect((await app.anonymous.post(`/unsubscribe/${bad}`)).status).toBeGreaterThanOrEqual(400)
  }
  expect(await app.sql('SELECT 1 FROM notification_preferences')).toEqual([])
})
