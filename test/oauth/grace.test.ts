import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { organization } from '../support/factories.ts'
import { Browser, connect, post, redeem, registerApp } from '../support/oauth.ts'

const env = { RATE_LIMIT_ADDRESS: '0' }
const app = await startApp({ env })
/** A second server on the same database and under the same public address, where there can be one. */
const beside =
  app.engine === 'postgres' ? await startApp({ database: app, env: { ...env, BASE_URL: app.url } }) : app
const ada = await app.session('ada')
const { org_id } = await organization(ada)
const device = await registerApp(ada, org_id, { client_type: 'public' })
const other = await registerApp(ada, org_id, { client_type: 'public' })
const browser = new Browser()

interface Pair {
  access_token: string
  refresh_token: string
}
const connected = async (): Promise<Pair> =>
  redeem(device, await connect(device, 'ada', { org_id, scope: 'tasks:read' }, browser))

/** Sends a refresh token; gives the new pair, or null when it is refused. */
async function refreshed(pair: Pair, at: TestApp = app, client_id = device.client_id): Promise<Pair | null> {
  const form = { grant_type: 'refresh_token', client_id, refresh_token: pair.refresh_token }
  const { status, body } = await post(at, '/oauth/token', form)
  if (status === 200) return body as Pair
  expect([status, body.error]).toEqual([400, 'invalid_grant'])
  return null
}
/** Whether an access token lets its app in. */
async function works({ access_token }: Pair, at: TestApp = app): Promise<boolean> {
  const reply = await at.bearer(access_token).get('/v1/me')
  if (reply.status === 200) return true
  expect([reply.status, reply.body.type]).toEqual([401, 'urn:svc:problem:token-revoked'])
  return false
}

describe('a refresh token whose answer was lost', () => {
  test('gives another pair, once; then the connection has ended', async () => {
    const first = await connected()
    const [second, sibling] = [await refreshed(first), await refreshed(first, beside)]
    expect([second, sibling]).not.toContain(null)
    expect(await refreshed(first)).toBe(null)
    for (const pair of [first, second!, sibling!]) expect(await works(pair, beside)).toBe(false)
  })

  test.each(['first', 'second'] as const)(
    'leaves of two pairs the %s when its access token is used; sending the other ends the connection',
    async (which) => {
      const first = await connected()
      const pairs = [(await refreshed(first))!, (await refreshed(first))!] as const
      const [used, lost] = which === 'first' ? pairs : [pairs[1], pairs[0]]
      expect([await works(used, beside), await works(lost), await works(used)]).toEqual([true, false, true])
      const third = (await refreshed(used))!
      expect(await works(third)).toBe(true)
      expect(await refreshed(lost)).toBe(null)
      expect([await works(used), await works(third)]).toEqual([false, false])
    },
  )

  test.each(['first', 'second'] as const)(
    'leaves of two pairs the %s when it is refreshed',
    async (which) => {
      const first = await connected()
      const pairs = [(await refreshed(first))!, (await refreshed(first))!] as const
      const [used, lost] = which === 'first' ? pairs : [pairs[1], pairs[0]]
      const third = (await refreshed(used, beside))!
      expect([await works(lost), await works(used), await works(third)]).toEqual([false, true, true])
      expect(await refreshed(first), 'it is two behind now').toBe(null)
      expect(await works(third)).toBe(false)
    },
  )

  test('gives one within the grace alone', async () => {
    const first = await connected()
    await refreshed(first)
    app.clock.advance(59_000)
    expect(await refreshed(first)).not.toBe(null)
    const late = await connected()
    const second = (await refreshed(late))!
    app.clock.advance(61_000)
    expect(await refreshed(late)).toBe(null)
    expect(await works(second)).toBe(false)
  })

  test('gives nothing to another app, and nothing happens by that', async () => {
    const first = await connected()
    const second = (await refreshed(first))!
    expect(await refreshed(first, app, other.client_id)).toBe(null)
    expect(await works(second)).toBe(true)
  })

  test('gives nothing once what it gave was refreshed', async () => {
    const first = await connected()
    const third = (await refreshed((await refreshed(first))!))!
    expect(await refreshed(first)).toBe(null)
    expect(await works(third)).toBe(false)
  })
})

test('of two pairs whose access tokens are used at once, through two servers, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const first = await connected()
    const [second, sibling] = await Promise.all([refreshed(first), refreshed(first, beside)])
    const used = await Promise.all([
      works(second!),
      works(sibling!, beside),
      works(second!, beside),
      works(sibling!),
    ])
    expect([used[0], used[1]].sort()).toEqual([false, true])
    expect([used[2], used[3]]).toEqual([used[0], used[1]])
    expect(await works(used[0] ? second! : sibling!)).toBe(true)
  }
})

test('whoever ends a connection by one of its tokens waits for it before that token is locked', async () => {
  const pair = await connected()
  const { auth } = expectStatus(await app.bearer(pair.access_token).get('/v1/me'), 200)
  const { database } = app.services
  let ending: ReturnType<typeof ada.delete> | undefined
  await database.transaction(async (trx) => {
    await trx.query(sql`
      select from oauth_grants g join access_tokens t on t.org_id = g.org_id and t.grant_id = g.grant_id
      where t.org_id = ${org_id} and t.token_id = ${auth.token_id} for no key update of g`)
    ending = ada.delete(`/v1/tokens/${auth.token_id}`)
    const waiting = () => app.sql(`select from pg_stat_activity where wait_event_type = 'Lock'`)
    if (app.engine === 'postgres') await expect.poll(waiting).toHaveLength(1)
    await trx.query(sql`
      select from access_tokens where org_id = ${org_id} and token_id = ${auth.token_id} for update nowait`)
  })
  expectStatus(await ending!, 200)
  expect(await works(pair)).toBe(false)
})

test('only the first use of one of two pairs costs statements', async () => {
  const costOf = async (pair: Pair) => {
    const before = app.statements()
    expect(await works(pair)).toBe(true)
    return app.statements() - before
  }
  const body = { org_id, name: 'Script', scopes: ['tasks:read'] }
  const { token } = expectStatus(await ada.post('/v1/tokens', { body }), 200)
  const usual = await costOf({ access_token: token, refresh_token: '' })
  const first = await connected()
  expect(await costOf(first)).toBe(usual)
  const second = (await refreshed(first))!
  expect(await costOf(second)).toBe(usual)
  await refreshed(first)
  expect(await costOf(second)).toBeGreaterThan(usual)
  expect(await costOf(second)).toBe(usual)
})

test('without a grace, a refresh token that is used again ends the connection', async () => {
  const strict = await startApp({ engine: app.engine, env: { OAUTH_REFRESH_GRACE: '0' } })
  const cleo = await strict.session('cleo')
  const made = await organization(cleo)
  const board = await registerApp(cleo, made.org_id, { client_type: 'public' })
  const first = await redeem(board, await connect(board, 'cleo', { org_id: made.org_id }))
  const second = (await refreshed(first, strict, board.client_id))!
  // Not even by a server whose clock is behind that of the one which used it.
  strict.clock.advance(-1000)
  expect(await refreshed(first, strict, board.client_id)).toBe(null)
  expect(await works(second, strict)).toBe(false)
  await strict.stop()
})

/** What the tokens of a connection are worth, by the rules alone. */
class Model {
  now = 0
  ended = false
  readonly pairs: { from: number; usedAt: number | null; lost: boolean; contested: boolean }[] = []

  give(from: number, contested = false): void {
    this.pairs.push({ from, usedAt: null, lost: false, contested })
  }

  #decide(which: number): void {
    const { from, contested } = this.pairs[which]!
    if (!contested) return
    for (const [index, pair] of this.pairs.entries()) {
      if (pair.from !== from) continue
      pair.contested = false
      pair.lost = index !== which
    }
  }

  use(which: number): boolean {
    if (this.ended || this.pairs[which]!.lost) return false
    this.#decide(which)
    return true
  }

  refresh(which: number): boolean {
    if (this.ended) return false
    const pair = this.pairs[which]!
    const given = this.pairs.filter(({ from }) => from === which)
    if (pair.usedAt === null && !pair.lost) {
      this.#decide(which)
      pair.usedAt = this.now
      this.give(which)
      return true
    }
    const [only] = given
    const again = given.length === 1 && only!.usedAt === null && this.now - (pair.usedAt ?? 0) < 60
    if (again && !pair.lost) {
      only!.contested = true
      this.give(which, true)
      return true
    }
    this.ended = true
    return false
  }
}

const step = fc.record({
  /** How far back the pair was given. */
  back: fc.nat({ max: 3 }),
  what: fc.constantFrom('refresh', 'refresh', 'use', 'twice', 'wait'),
  there: fc.boolean(),
})

test('whatever is sent in whatever order, tokens are worth what the rules say', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
    const model = new Model()
    const pairs = [await connected()]
    model.give(-1)
    for (const { back, what, there } of steps) {
      const which = Math.max(0, pairs.length - 1 - back)
      const at = there ? beside : app
      if (what === 'wait') {
        app.clock.advance(25_000)
        model.now += 25
      } else if (what === 'use') expect(await works(pairs[which]!, at)).toBe(model.use(which))
      else {
        const times = what === 'twice' ? [at, app] : [at]
        const given = await Promise.all(times.map((server) => refreshed(pairs[which]!, server)))
        const wanted = times.map(() => model.refresh(which))
        expect(given.filter(Boolean).length).toBe(wanted.filter(Boolean).length)
        pairs.push(...given.filter((pair) => pair !== null))
      }
    }
    const last = pairs.map((_, which) => model.use(which))
    for (const [which, pair] of pairs.entries()) expect(await works(pair)).toBe(last[which])
  })
  await fc.assert(property, { numRuns: Number(process.env.MODEL_RUNS ?? 20) })
})
