import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundleProgram } from './bundle.ts'

/** Returns the transferred bytes of the code that a program loads first. */
async function measureFirstLoad(program: string): Promise<number> {
  const chunks = await bundleProgram(program)
  const entry = chunks.find((one) => one.isEntry)!
  const first = chunks.filter((one) => one === entry || entry.imports.includes(one.fileName))
  return first.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
}

test('a first program is small, and one that imports its operations is smaller', async () => {
  const whole = await measureFirstLoad(`
    import { Svc } from '@svc/sdk'
    const svc = new Svc({ baseUrl: location.origin, token: 'x' })
    for await (const task of svc.tasks.list({ filter: { assignee: 'me' } })) console.log(task.title)`)
  expect(whole).toBeGreaterThan(3000)
  expect(whole).toBeLessThanOrEqual(5.5 * 1024)
  const named = await measureFirstLoad(`
    import { tasksList } from '@svc/sdk/operations'
    for await (const task of tasksList({ baseUrl: location.origin, token: 'x' })) console.log(task.title)`)
  expect(named).toBeLessThanOrEqual(3.25 * 1024)
})
