import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { deleteExpiredCredentials } from '../../src/oauth/cleanup.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { Browser, connectApp, postForm, redeemCode, registerApp } from '../support/oauth.ts'

const env = { RATE_LIMIT_ADDRESS: '0' }
const app = await startApp({ env })
const otherApp = app.engine === 'postgres' ? await startApp({ database: app, env: { ...env, BASE_URL: app.url } }) : app
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const device = await registerApp(ada, org_id, { client_type: 'public' })
const other = await registerApp(ada, org_id, { client_type: 'public' })
const browser = new Browser()

interface Pair {
  access_token: string
  refresh_token: string
}
const connectAndRedeem = async (): Promise<Pair> =>
  redeemCode(device, await connectApp(device, 'ada', { org_id, scope: 'tasks:read' }, browser))

/** Sends a refresh token; returns the new pair, or null when it is rejected. */
async function refreshPair(pair: Pair, at: TestApp = app, client_id = device.client_id): Promise<Pair | null> {
  const form = { grant_type: 'refresh_token', client_id, refresh_token: pair.refresh_token }
  const { status, body } = await postForm(at, '/oauth/token', form)
  if (status === 200) return { access_token: body.access_token, refresh_token: body.refresh_token }
  expect([status, body.error]).toEqual([400, 'invalid_grant'])
  return null
}
async function isAccepted({ access_token }: Pair, at: TestApp = app): Promise<boolean> {
  const reply = await at.createClient(access_token).get('/v1/me')
  if (reply.status === 200) return true
  expect([reply.status, reply.body.type]).toEqual([401, 'urn:svc:problem:token-revoked'])
  return false
}

describe('a refresh token that is sent again', () => {
  test('returns the same pair within the grace, any number of times, through any server', async () => {
    const first = await connectAndRedeem()
    const second = (await refreshPair(first))!
    for (const at of [app, otherApp, app, otherApp, app]) expect(await refreshPair(first, at)).toEqual(second)
    expect([await isAccepted(first), await isAccepted(second, otherApp)]).toEqual([true, true])
  })

  test('returns the same pair even after its use', async () => {
    const first = await connectAndRedeem()
    const second = (await refreshPair(first))!
    expect(await isAccepted(second)).toBe(true)
    const third = (await refreshPair(second, otherApp))!
    expect(await refreshPair(first)).toEqual(second)
    expect(await refreshPair(second)).toEqual(third)
    for (const pair of [first, second, third]) expect(await isAccepted(pair)).toBe(true)
  })

  test.each([4, 8])('by %s concurrent requests through two servers returns one pair', async (count) => {
    for (let round = 0; round < 3; round++) {
      const first = await connectAndRedeem()
      const requests = Array.from({ length: count }, (_, i) => refreshPair(first, i % 2 === 0 ? app : otherApp))
      const pairs = await Promise.all(requests)
      expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1)
      expect(await isAccepted(pairs[0]!)).toBe(true)
      const tokens = await app.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM access_tokens WHERE grant_id =
          (SELECT grant_id FROM oauth_grants ORDER BY created_at DESC, grant_id DESC LIMIT 1)`,
      )
      expect(tokens).toEqual([{ count: 2 }])
      expect(await refreshPair(pairs[0]!)).not.toBe(null)
    }
  })

  test.each([
    [59, true],
    [61, false],
  ])('%s seconds later: the connection continues is %s', async (seconds, goesOn) => {
    const first = await connectAndRedeem()
    const second = (await refreshPair(first))!
    app.clock.advance(seconds * 1000)
    expect(await refreshPair(first)).toEqual(goesOn ? second : null)
    expect(await isAccepted(second)).toBe(goesOn)
  })

  test('returns the remaining lifetime of the access token, and its scopes', async () => {
    const first = await connectAndRedeem()
    const form = {
      grant_type: 'refresh_token',
      client_id: device.client_id,
      refresh_token: first.refresh_token,
    }
    const { body } = await postForm(app, '/oauth/token', form)
    app.clock.advance(30_000)
    const again = (await postForm(app, '/oauth/token', form)).body
    expect(again).toEqual({ ...body, expires_in: expect.any(Number) })
    expect(again.expires_in - 3570).toBeGreaterThanOrEqual(0)
    expect(again.expires_in - 3570).toBeLessThan(10)
    expect(again.scope).toBe('tasks:read')
  })

  test('returns nothing to another app and has no effect', async () => {
    const first = await connectAndRedeem()
    const second = (await refreshPair(first))!
    expect(await refreshPair(first, app, other.client_id)).toBe(null)
    expect(await isAccepted(second)).toBe(true)
  })

  test('returns nothing once the connection has ended', async () => {
    const first = await connectAndRedeem()
    const second = (await refreshPair(first))!
    await postForm(app, '/oauth/revoke', { client_id: device.client_id, token: second.refresh_token })
    expect(await refreshPair(first)).toBe(null)
    expect(await isAccepted(second)).toBe(false)
  })

  test('leaves only encrypted tokens in the database, for as long as they are needed', async () => {
    const first = await connectAndRedeem()
    const second = (await refreshPair(first))!
    const listRows = () => app.sql<{ response: string }>('SELECT * FROM oauth_replays')
    const stored = (await listRows()).map((row) => JSON.stringify(row)).join()
    expect(stored.length).toBeGreaterThan(100)
    for (const token of [...Object.values(first), ...Object.values(second)].map(String))
      if (token.length > 20) expect(stored.includes(token)).toBe(false)
    app.clock.advance(61_000)
    await deleteExpiredCredentials(app.services)
    expect(await listRows()).toEqual([])
  })
})

test('a revocation by token locks the connection before the token', async () => {
  const pair = await connectAndRedeem()
  const { auth } = expectStatus(await app.createClient(pair.access_token).get('/v1/me'), 200)
  const { database } = app.services
  let ending: ReturnType<typeof ada.delete> | undefined
  await database.transaction(async (trx) => {
    await trx.query(sql`
      select from oauth_grants g join access_tokens t on t.org_id = g.org_id and t.grant_id = g.grant_id
      where t.org_id = ${org_id} and t.token_id = ${auth.token_id} for no key update of g`)
    ending = ada.delete(`/v1/tokens/${auth.token_id}`)
    const listWaiting = () => app.sql(`select from pg_stat_activity where wait_event_type = 'Lock'`)
    if (app.engine === 'postgres') await expect.poll(listWaiting).toHaveLength(1)
    await trx.query(sql`
      select from access_tokens where org_id = ${org_id} and token_id = ${auth.token_id} for update nowait`)
  })
  expectStatus(await ending!, 200)
  expect(await isAccepted(pair)).toBe(false)
})

test('without a grace, a reused refresh token ends the connection', async () => {
  const strict = await startApp({ engine: app.engine, env: { OAUTH_REFRESH_GRACE: '0' } })
  const cleo = await strict.signIn('cleo')
  const created = await createOrganization(cleo)
  const board = await registerApp(cleo, created.org_id, { client_type: 'public' })
  const first = await redeemCode(board, await connectApp(board, 'cleo', { org_id: created.org_id }))
  const second = (await refreshPair(first, strict, board.client_id))!
  // Holds for a server whose clock is behind that of the server which used the token.
  strict.clock.advance(-1000)
  expect(await refreshPair(first, strict, board.client_id)).toBe(null)
  expect(await isAccepted(second, strict)).toBe(false)
  await strict.stop()
})

/** Model of the rules for the tokens of a connection. A pair is identified by its number. */
class Model {
  now = 0
  ended = false
  readonly pairs: { usedAt: number | null; successor: number }[] = [{ usedAt: null, successor: -1 }]

  /** Returns the number of the pair that a refresh token is exchanged for, or null if rejected. */
  refresh(which: number): number | null {
    if (this.ended) return null
    const pair = this.pairs[which]!
    if (pair.usedAt === null) {
      pair.usedAt = this.now
      pair.successor = this.pairs.push({ usedAt: null, successor: -1 }) - 1
    } else if (this.now - pair.usedAt >= 60) this.ended = true
    return this.ended ? null : pair.successor
  }
}

const step = fc.record({
  /** Returns how many pairs ago this pair was issued. */
  back: fc.nat({ max: 3 }),
  what: fc.constantFrom('refresh', 'refresh', 'use', 'at once', 'wait'),
  there: fc.boolean(),
})

test('random sequences of requests follow the rules for tokens', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
    const model = new Model()
    const pairs = [await connectAndRedeem()]
    for (const { back, what, there } of steps) {
      const which = Math.max(0, pairs.length - 1 - back)
      const at = there ? otherApp : app
      if (what === 'wait') {
        app.clock.advance(25_000)
        model.now += 25
      } else if (what === 'use') expect(await isAccepted(pairs[which]!, at)).toBe(!model.ended)
      else {
        const times = what === 'at once' ? [at, app, otherApp, at] : [at]
        const given = await Promise.all(times.map((server) => refreshPair(pairs[which]!, server)))
        for (const pair of given) {
          const expected = model.refresh(which)
          if (expected === pairs.length && pair) pairs.push(pair)
          expect(pair).toEqual(expected === null ? null : pairs[expected])
        }
      }
    }
    for (const pair of pairs) expect(await isAccepted(pair)).toBe(!model.ended)
  })
  await fc.assert(property, { numRuns: Number(process.env.MODEL_RUNS ?? 20) })
})
