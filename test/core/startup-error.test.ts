import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { explainStartupError } from '../../src/commands/cli/startup-error.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { query } from '../support/sql-text.ts'

const catchError = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const listen = (host: string, port: number) =>
  new Promise<AddressInfo>((resolve, reject) => {
    const server = createServer().unref()
    server.once('error', reject).listen(port, host, () => resolve(server.address() as AddressInfo))
  })

test.each(['postgres://u:hidden@127.0.0.1:1/db', 'postgres://u:hidden@[bad/db'])(
  'reports an unreachable database in one line that names the variable and hides the password',
  async (databaseUrl) => {
    const database = await openDatabase({ databaseUrl, dataDir: '', pool: 1 })
    const line = explainStartupError(await catchError(query(database.db, 'SELECT 1')))
    await database.close()
    expect(line).toMatch(/^the database of DATABASE_URL does not respond \(.+\)$/)
    expect(line).not.toContain('hidden')
  },
)

test('reports a port in use and a foreign IP in one line', async () => {
  const { port } = await listen('127.0.0.1', 0)
  expect(explainStartupError(await catchError(listen('127.0.0.1', port)))).toBe(
    `PORT ${port} is already in use at 127.0.0.1`,
  )
  expect(explainStartupError(await catchError(listen('192.0.2.1', 0)))).toMatch(/^HOST is not an IP of this machine/)
})

test('returns nothing for other errors, which are printed with their stack', () => {
  expect(explainStartupError(new TypeError('x is not a function'))).toBeUndefined()
})
