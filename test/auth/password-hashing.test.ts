import { scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { computeHash, matchesPasswordHash } from '../../src/auth/accounts/compute-hashes.ts'
import { isOutdatedHash } from '../../src/auth/accounts/password-hashes.ts'
import { HashQueue, type HashSource } from '../../src/auth/accounts/hash-queue.ts'
import { hashPassword, verifyPassword } from '../../src/auth/accounts/passwords.ts'

type Source = 'proved' | { ip: string }

/** A queue of names, and the names that were refused. */
function createQueue() {
  const queue = new HashQueue<{ name: string; source: Source; reject: (error: Error) => void }>()
  const refused: string[] = []
  const add = (source: Source, name: string) =>
    queue.add(source, { name, source, reject: () => void refused.push(name) }, 0)
  /** Takes the next one, which fails unless it is of a user. */
  const take = () => {
    const job = queue.takeQuiet() ?? queue.takeCrowded()
    if (job) queue.end(job.source, !job.name.startsWith('user'), 0)
    return job?.name
  }
  const takeAll = () => {
    const taken: string[] = []
    for (let name = take(); name !== undefined; name = take()) taken.push(name)
    return taken
  }
  return { queue, refused, add, take, takeAll }
}
const addMany = (count: number, add: (n: number) => void) => Array.from({ length: count }, (_, n) => add(n))
/** IP of a botnet: 250 in each network of a /16. */
const toBotIp = (n: number) => `10.1.${Math.floor(n / 250)}.${(n % 250) + 1}`
/** IP of a botnet: each in a network of its own. */
const toScatteredIp = (n: number) => `${10 + (n % 200)}.${Math.floor(n / 200)}.0.1`

describe('waiting password checks', () => {
  test('run first for users who proved something, then for IPs with fewer attempts', () => {
    const { add, takeAll } = createQueue()
    for (const n of [1, 2, 3]) add({ ip: '192.0.2.1' }, `attacker ${n}`)
    add({ ip: '198.51.100.2' }, 'user')
    add('proved', 'known device')
    expect(takeAll()).toEqual(['known device', 'attacker 1', 'user', 'attacker 2', 'attacker 3'])
  })

  test.each([
    ['one IP', () => '10.1.0.1'],
    ['2,000 IPs of some networks', toBotIp],
    ['2,000 networks of IPv6', (n: number) => `2001:db8:${n.toString(16)}::1`],
    ['2,000 networks that tried before', toScatteredIp],
  ])('of a new browser come before waiting ones from %s, and are not refused', (_what, toIp) => {
    const { add, take, takeAll, refused } = createQueue()
    addMany(2000, (n) => add({ ip: toIp(n) }, 'attacker'))
    takeAll()
    addMany(2000, (n) => add({ ip: toIp(n) }, 'attacker'))
    for (const ip of ['192.0.2.1', '2001:db9::1']) add({ ip }, 'user')
    expect([take(), take()]).toEqual(['user', 'user'])
    expect(refused).not.toContain('user')
  })

  test('of thousands of new IPs in few networks do not keep a new browser waiting', () => {
    const { add, takeAll, refused } = createQueue()
    addMany(2000, (n) => add({ ip: toBotIp(n) }, 'attacker'))
    add({ ip: '192.0.2.1' }, 'user')
    expect(takeAll().indexOf('user')).toBeLessThanOrEqual(1)
    expect(refused).not.toContain('user')
  })

  test('of one IP are limited, without limiting those of others', () => {
    const { add, refused, takeAll } = createQueue()
    addMany(100, () => add({ ip: '192.0.2.1' }, 'attacker'))
    addMany(10, () => add({ ip: '192.0.2.2' }, 'neighbor'))
    expect(refused).toEqual(Array.from({ length: 80 }, () => 'attacker'))
    expect(takeAll().filter((name) => name === 'neighbor')).toHaveLength(10)
  })

  test('of many IPs are limited together, without limiting users who proved something', () => {
    const { add, takeAll } = createQueue()
    addMany(1000, (n) => add({ ip: toBotIp(n) }, 'attacker'))
    add('proved', 'known device')
    const taken = takeAll()
    expect([taken[0], taken.length]).toEqual(['known device', 101])
  })

  test('of an IP from which many users sign in successfully are those of a quiet source', () => {
    const { queue, add, takeAll } = createQueue()
    addMany(200, () => {
      add({ ip: '192.0.2.1' }, 'user')
      expect(takeAll()).toEqual(['user'])
    })
    addMany(20, () => add({ ip: '192.0.2.1' }, 'user'))
    expect(queue.takeQuiet()).toBeDefined()
  })

  test('of sources with failures use a quarter of the time while few wait, a tenth while many do, and never rest for long', () => {
    const { queue, add } = createQueue()
    add({ ip: '192.0.2.1' }, 'attacker')
    expect(queue.computeRestMs(200)).toBeCloseTo(600)
    addMany(50, (n) => add({ ip: toBotIp(n) }, 'attacker'))
    expect(queue.computeRestMs(200)).toBeCloseTo(1800)
    expect(queue.computeRestMs(5000)).toBeCloseTo(2000)
  })

  test('that waited too long because the server is busy are no failures of their IP', () => {
    const { queue, add, takeAll } = createQueue()
    const jobs = [1, 2, 3].map((n) => ({ name: `${n}`, source: { ip: '192.0.2.1' }, reject: () => {} }))
    for (const job of jobs) queue.add(job.source, job, 0)
    for (const job of jobs) queue.expire(job, 0)
    expect(takeAll()).toEqual([])
    add({ ip: '192.0.2.1' }, 'user')
    expect(queue.takeQuiet()?.name).toBe('user')
  })

  test('of an IP with failed attempts have a thread of their own', () => {
    const { queue, add, takeAll } = createQueue()
    addMany(2, () => add({ ip: '192.0.2.1' }, 'attacker'))
    takeAll()
    add({ ip: '192.0.2.1' }, 'attacker')
    expect([queue.takeQuiet(), queue.takeCrowded()?.name]).toEqual([undefined, 'attacker'])
  })
})

test('a known device and a new browser are checked before the waiting attempts of an attacker, with their own results', async () => {
  const stored = await hashPassword('correct horse battery')
  const order: string[] = []
  const attack = [1, 2, 3, 4].map(async (n) => {
    const matches = await verifyPassword(`guess number ${n}`, stored, { ip: '192.0.2.1' })
    order.push('attacker')
    return matches
  })
  const known = verifyPassword('correct horse battery', stored, 'proved').finally(() => order.push('user'))
  const fresh = verifyPassword('correct horse battery', stored, { ip: '203.0.113.1' }).finally(() => order.push('user'))
  expect(await Promise.all([known, fresh])).toEqual([true, true])
  expect(await Promise.all(attack)).toEqual([false, false, false, false])
  // Two were being checked already, and no further one begins before the users have been checked.
  expect(order.lastIndexOf('user')).toBeLessThanOrEqual(3)
})

test('a password of a source with failures is checked only while no other is', async () => {
  await Promise.all(['198.51.100.8', '198.51.100.9'].map((ip) => verifyPassword('wrong', null, { ip })))
  const order: string[] = []
  const check = (name: string, source: HashSource) =>
    verifyPassword('wrong', null, source).finally(() => order.push(name))
  // The user in a new browser leaves a thread free.
  const user = check('user', { ip: '203.0.113.7' })
  await Promise.all([user, check('attacker', { ip: '198.51.100.9' })])
  expect(order).toEqual(['user', 'attacker'])
})

test('hashes are Argon2id with 19 MiB and two passes, each with a salt of its own', () => {
  const [first, second] = [computeHash('correct horse battery'), computeHash('correct horse battery')]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(second).not.toBe(first)
  for (const hash of [first, second])
    expect([
      matchesPasswordHash('correct horse battery', hash),
      matchesPasswordHash('correct horse batterz', hash),
    ]).toEqual([true, false])
})

const scryptKey = scryptSync('correct horse battery', 'salt', 32, { N: 16, r: 8, p: 1 }).toString('base64url')

test.each([
  ['scrypt', `scrypt$4$8$1$${Buffer.from('salt').toString('base64url')}$${scryptKey}`],
  [
    'Argon2id with another cost',
    '$argon2id$v=19$m=32768,t=3,p=1$c29tZXNhbHQxMjM0NTY3OA$70wenBL0UylElUKSpszc51LI4jDRaVPoOd/0XArubXI',
  ],
])('an earlier hash, %s, still matches its password only, and is outdated', (_name, hash) => {
  expect([matchesPasswordHash('correct horse battery', hash), matchesPasswordHash('wrong', hash)]).toEqual([
    true,
    false,
  ])
  expect(isOutdatedHash(hash)).toBe(true)
})
