import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isWrite, type AnyOperation } from '../../src/http/operation.ts'
import { includesScope, scopeNames, type Scope } from '../../src/core/scopes.ts'
import { operations } from '../../src/operations.ts'
import { startApp } from '../support/app.ts'
import type { Client, Reply } from '../support/client.ts'
import { insertServiceAccount, createTokenClient, type TokenValues } from '../support/factories.ts'
import type { Prepared } from './call.ts'
import { callable, loadLastEventId, nameOperations, prepare, send } from './harness.ts'
import { createFixture, type Person, type Fixture } from './fixtures.ts'

const [header, ...rows] = readFileSync(new URL('authorization.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))
const columns = header!.slice(1)
const table = new Map(
  rows.map(([id, ...cells]) => [id!, Object.fromEntries(columns.map((name, i) => [name, cells[i]!]))]),
)

const app = await startApp()
const fixture = await createFixture(app, 'open')
const closed = await createFixture(app, 'closed', 'private')
const account = await insertServiceAccount(app, fixture.org_id)

const people = ['owner', 'admin', 'lead', 'editor', 'member', 'viewer', 'guest'] as const satisfies Person[]
/** Returns the required scope; an arbitrary one for operations that accept any. */
const getRequiredScope = (op: AnyOperation): Scope =>
  scopeNames.includes(op.scope as Scope) ? (op.scope as Scope) : 'teams:read'

const tokens = new Map<string, Promise<Client>>()
function createScopedClient(person: Client, values: TokenValues): Promise<Client> {
  const name = JSON.stringify([person.userId, values])
  if (!tokens.has(name)) tokens.set(name, createTokenClient(person, fixture.org_id, values))
  return tokens.get(name)!
}

async function createColumnClient(column: string, op: AnyOperation): Promise<Client> {
  const scopes = [getRequiredScope(op)]
  const createProjectToken = async (project: Promise<{ project_id: string }>) =>
    createScopedClient(fixture.owner, { scopes, project_ids: [(await project).project_id] })
  if (column === 'no_access') return closed.member
  if (column === 'inside') return createProjectToken(fixture.project())
  if (column === 'outside') return createProjectToken(fixture.secondProject())
  if (column === 'service') return createScopedClient(account, { scopes, grant_type: 'service_account' })
  if (column === 'app') return createScopedClient(fixture.owner, { scopes, grant_type: 'authorization_code' })
  return fixture[column as Person]
}

/** Builds functions that call one operation; prepares a new resource unless the last call changed nothing. */
function buildCaller(op: AnyOperation, fixture: Fixture) {
  let prepared: Promise<Prepared> | undefined
  /** Calls as several clients concurrently, for cases in which all are rejected; returns responses in order. */
  const callAs = async (...clients: Client[]): Promise<Reply[]> => {
    prepared ??= prepare(fixture, op)
    const given = await prepared
    const before = await loadLastEventId(fixture)
    const replies = await Promise.all(clients.map((client) => send(client, op, given)))
    if (replies.every(({ status }) => status >= 400))
      expect(await loadLastEventId(fixture), 'a rejected call changed something').toBe(before)
    else if (isWrite(op)) prepared = undefined
    return replies
  }
  return { callAs, call: async (client: Client): Promise<Reply> => (await callAs(client))[0]! }
}

const toOutcome = (reply: Reply): string => (reply.status < 300 ? 'ok' : String(reply.status))

test('authorization.tsv has a row for every operation', () => {
  expect(operations.map((op) => op.id).filter((id) => !table.has(id))).toEqual([])
})

describe.each(nameOperations(callable.filter((op) => table.has(op.id))))('%s', (_, op) => {
  const expected = table.get(op.id)!
  const { call, callAs } = buildCaller(op, fixture)
  const { call: callClosed } = buildCaller(op, closed)

  test('returns the status of the table to every role', async () => {
    const differing: string[] = []
    // Before the first call, since each new token changes the access review.
    const clients = await Promise.all(columns.map((column) => createColumnClient(column, op)))
    for (const [i, column] of columns.entries()) {
      const ask = column === 'no_access' ? callClosed : call
      const reply = await ask(clients[i]!)
      const found = toOutcome(reply)
      if (found !== expected[column])
        differing.push(`${column}: ${found} instead of ${expected[column]} ${reply.text.slice(0, 300)}`)
    }
    expect(differing.join('\n')).toBe('')
  })

  test('accepts a token with the required scope like a session', async () => {
    if (op.scope === 'session' || op.scope === 'none') return
    for (const person of people) {
      const client = await createScopedClient(fixture[person], { scopes: [getRequiredScope(op)] })
      expect([person, toOutcome(await call(client))]).toEqual([person, expected[person]])
    }
  })

  test('requires its scope, or one that implies it', async () => {
    const unscoped = op.scope === 'none' || op.scope === 'any'
    const hasScope = (scope: Scope) => unscoped || (op.scope !== 'session' && includesScope([scope], op.scope as Scope))
    const createScopeClient = (scope: Scope) => createScopedClient(fixture.owner, { scopes: [scope] })
    for (const scope of scopeNames.filter(hasScope)) {
      const reply = await call(await createScopeClient(scope))
      expect([scope, reply.body?.type]).not.toEqual([scope, 'urn:svc:problem:insufficient-scope'])
    }
    const others = scopeNames.filter((scope) => !hasScope(scope))
    const replies = await callAs(...(await Promise.all(others.map(createScopeClient))))
    const required = op.scope === 'session' ? null : op.scope
    expect(replies.map(({ status, body }, i) => [others[i], status, body.type, body.errors?.[0].required])).toEqual(
      others.map((scope) => [scope, 403, 'urn:svc:problem:insufficient-scope', required]),
    )
  })

  test('lets a test token read and rejects its writes with 403', async () => {
    const reply = await call(await createScopedClient(fixture.owner, { kind: 'test', scopes: ['admin'] }))
    if (op.scope === 'session') expect(reply.body.errors[0].required).toBeNull()
    else if (isWrite(op)) expect([reply.status, reply.body.type]).toEqual([403, 'urn:svc:problem:test-token-read-only'])
    else expect(toOutcome(reply)).toBe(expected.owner)
    const unscoped = await call(await createScopedClient(fixture.owner, { kind: 'test', scopes: ['teams:read'] }))
    if (isWrite(op) && op.scope !== 'session')
      expect(unscoped.body.type, 'takes precedence over a missing scope').toBe('urn:svc:problem:test-token-read-only')
  })

  test('rejects an expired, revoked or invalid token with 401', async () => {
    if (op.scope === 'none') return
    const past = '2020-01-01T00:00:00.000Z'
    const refused: [string, Client][] = [
      ['expired', await createScopedClient(fixture.owner, { expires_at: past })],
      ['revoked', await createScopedClient(fixture.owner, { revoked_at: past })],
      ['revoked', await createScopedClient(fixture.owner, { revoked_at: past, expires_at: past })],
      ['invalid', app.createClient('svc_live_0123456789ABCDEFGHIJKLMNOPQRSTUVabcdef')],
      ['invalid', app.createClient('svc_other')],
      ['invalid', app.createClient('eyJhbGciOiJub25lIn0.e30.')],
    ]
    const replies = await callAs(...refused.map(([, client]) => client))
    expect(replies.map(({ status, body }) => [status, body.type])).toEqual(
      refused.map(([why]) => [401, `urn:svc:problem:token-${why}`]),
    )
    for (const { headers } of replies) expect(headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/)
  })
})
