import { get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { killServers, spawnServer } from '../support/spawn.ts'

afterAll(killServers)

test.skipIf(!inject('svc').postgresUrl)(
  'a worker does not say that it answers where the API does',
  async () => {
    const databaseUrl = await copyTemplate()
    const api = await spawnServer({ databaseUrl, env: { ROLE: 'api' } })
    expect(api.greeting).toBe(`svc answers at ${api.url} (postgres database)`)
    const worker = await spawnServer({ databaseUrl, env: { ROLE: 'worker', BASE_URL: api.url } })
    expect(worker.greeting).toBe(
      `svc does the background work of ${api.url} (postgres database), and answers health`,
    )
  },
)

test('told to listen everywhere, it says that only this machine is signed in by name, and refuses others', async () => {
  const port = await freePort()
  const env = { HOST: '0.0.0.0', BASE_URL: `http://localhost:${port}`, OIDC_ISSUER: '', OIDC_AUDIENCE: '' }
  const server = await spawnServer({ port, env })
  const discovery = '/dev-idp/.well-known/openid-configuration'
  expect((await fetch(`http://127.0.0.1:${port}${discovery}`)).status).toBe(200)
  expect(server.said()).toMatch(/^HOST is 0\.0\.0\.0: that provider answers callers on this machine alone/m)
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  // As from another machine: the connection comes from an address of the network.
  if (outside) expect(await statusAt(outside, port, discovery)).toBe(403)
})

/** The status of a request that comes in by an address of this machine's network, in the name of localhost. */
function statusAt(address: string, port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: address, port, path, headers: { host: `localhost:${port}` } }
    get(options, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
