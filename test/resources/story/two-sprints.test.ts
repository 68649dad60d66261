import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'

const app = await startApp()

test('the complete example prints what the page shows', async () => {
  const [ada, gil] = [await app.signIn('ada'), await app.signIn('gil')]
  const readBearerToken = (client: typeof ada) => client.authorization!.slice('Bearer '.length)
  const env = { ...process.env, TOKEN: readBearerToken(ada), GUEST: readBearerToken(gil) }
  const script = 'docs/examples/two-sprints.mjs'
  const { stdout } = await promisify(execFile)(process.execPath, [script, app.url], { env })
  const page = readFileSync('docs/complete-example.md', 'utf8')
  expect(page).toContain(stdout)
})
