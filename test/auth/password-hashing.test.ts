import { describe, expect, test } from 'vitest'
import { HashQueue } from '../../src/auth/accounts/hash-queue.ts'
import { hashPassword, verifyPassword } from '../../src/auth/accounts/passwords.ts'

const takeAll = (queue: HashQueue<string>) => {
  const taken: string[] = []
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next)
  return taken
}

describe('waiting password checks', () => {
  test('run first for users who proved something, then for one IP after the other', () => {
    const queue = new HashQueue<string>()
    for (const n of [1, 2, 3]) queue.add({ ip: '192.0.2.1' }, `attacker ${n}`)
    queue.add({ ip: '192.0.2.2' }, 'user')
    queue.add('proved', 'known device')
    expect(takeAll(queue)).toEqual(['known device', 'attacker 1', 'user', 'attacker 2', 'attacker 3'])
  })

  test('of one IP are limited, without limiting those of others', () => {
    const queue = new HashQueue<string>()
    const fill = () => {
      for (let n = 0; n < 100; n++) queue.add({ ip: '192.0.2.1' }, 'attacker')
    }
    expect(fill).toThrow(expect.objectContaining({ status: 503 }))
    queue.add({ ip: '192.0.2.2' }, 'user')
    expect(takeAll(queue)).toEqual(['attacker', 'user', 'attacker', 'attacker', 'attacker'])
  })

  test('of many IPs are limited together, without limiting users who proved something', () => {
    const queue = new HashQueue<string>()
    const fill = () => {
      for (let n = 0; n < 100; n++) queue.add({ ip: `192.0.2.${n}` }, 'attacker')
    }
    expect(fill).toThrow(expect.objectContaining({ status: 503 }))
    queue.add('proved', 'known device')
    expect(queue.take()).toBe('known device')
    expect(takeAll(queue)).toHaveLength(60)
  })
})

test('a known device is checked before the waiting attempts of others, and each gets its own result', async () => {
  const stored = await hashPassword('correct horse battery')
  const order: string[] = []
  const attack = [1, 2, 3, 4, 5, 6].map(async (n) => {
    const matches = await verifyPassword(`guess number ${n}`, stored, { ip: `192.0.2.${n}` })
    order.push('attacker')
    return matches
  })
  const own = verifyPassword('correct horse battery', stored, 'proved').finally(() => order.push('user'))
  expect(await own).toBe(true)
  expect(await Promise.all(attack)).toEqual([false, false, false, false, false, false])
  // Two were being checked already.
  expect(order.indexOf('user')).toBeLessThanOrEqual(3)
})
