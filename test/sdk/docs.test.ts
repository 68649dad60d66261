import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { buildClients } from '../../scripts/clients.mjs'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp

beforeAll(async () => {
  const [started] = await Promise.all([startApp({ delivering: true }), buildClients()])
  app = started
})

async function run(file: string): Promise<string> {
  const readBearerToken = async (name: string) => (await app.signIn(name)).authorization!.slice('Bearer '.length)
  const env = { ...process.env, SVC: app.url, TOKEN: await readBearerToken('ada'), GUEST: await readBearerToken('gil') }
  return (await promisify(execFile)(process.execPath, [`docs/examples/sdk/${file}`, app.url], { env })).stdout
}

test('the program on the SDK page equals the example, and runs', async () => {
  const displayed = [...readFileSync('docs/sdk.md', 'utf8').matchAll(/^```js\n(.*?)^```/gms)].map(([, block]) => block)
  const file = readFileSync('docs/examples/sdk/tour.mjs', 'utf8')
  expect(file.slice(file.indexOf('import '))).toBe(displayed.join('\n'))
  const output = await run('tour.mjs')
  for (const line of ['the task has changed', 'true', 'webhook.test', 'succeeded'])
    expect(output).toContain(`${line}\n`)
})

test('the complete example runs with the SDK', async () => {
  const [, shown] = /^```js\n(.*?)^```/ms.exec(readFileSync('docs/complete-example.md', 'utf8'))!
  expect(readFileSync('docs/examples/sdk/two-sprints.mjs', 'utf8')).toContain(shown)
  expect(await run('two-sprints.mjs')).toMatch(/Completed in organization \S+\./)
})
