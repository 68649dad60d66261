import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createTokenClient } from '../support/factories.ts'

const hasJq = () => {
  try {
    execFileSync('jq', ['--version'])
    return true
  } catch {
    return false
  }
}

test.skipIf(!hasJq())('the script of the guide mirrors issues, and changes nothing the second time', async () => {
  const app = await startApp()
  const ada = await app.signIn('ada')
  const { org_id } = await createOrganization(ada)
  const script = /```bash\n(curl -s "\$GITHUB_API[\s\S]*?)```/.exec(readFileSync('docs/import.md', 'utf8'))![1]!
  const issues = [
    { number: 1, title: 'Order "rope"', body: 'Two\nlines', state: 'open' },
    { number: 2, title: 'Grease', body: null, state: 'closed' },
    { number: 3, title: 'A pull request', body: '', state: 'open', pull_request: {} },
  ]
  const server = createServer((_, response) => response.end(JSON.stringify(issues)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const env = {
    ...process.env,
    GITHUB_API: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    REPO: 'octo/app',
    SVC_URL: app.url,
    SVC_TOKEN: (await createTokenClient(ada, org_id)).authorization!.slice('Bearer '.length),
  }
  const read = async () =>
    expectStatus(await ada.get('/v1/tasks', { query: { org_id, sort_by: 'title' } }), 200).data.map(
      ({ title, status, version }: { title: string; status: string; version: number }) => [title, status, version],
    )
  for (let run = 1; run <= 2; run += 1) {
    await promisify(execFile)('bash', ['-c', script], { env })
    expect(await read()).toEqual([
      ['Grease', 'completed', 1],
      ['Order "rope"', 'not_started', 1],
    ])
  }
  server.close()
})
