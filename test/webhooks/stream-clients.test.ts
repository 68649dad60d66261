import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { decryptEventCursor } from '../../src/resources/platform/events/cursor.ts'
import { startApp } from '../support/app.ts'
import { waitForStableEvents } from '../support/event-stream.ts'
import { createOrganization, createTask, createTokenClient } from '../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const client = await createTokenClient(ada, org_id)
const folder = mkdtempSync(join(tmpdir(), 'svc-test-following-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const page = readFileSync('docs/events.md', 'utf8')
const examples = {
  sh: { file: 'follow-events.sh', run: 'sh' },
  js: { file: 'follow-events.mjs', run: 'node' },
}

/** Runs the client from the documentation. */
function start(language: keyof typeof examples) {
  const { file, run } = examples[language]
  const path = join(folder, file)
  copyFileSync(join('docs/examples', file), path)
  const env = {
    PATH: process.env.PATH,
    SVC: app.url,
    ORG: org_id,
    CURSOR_FILE: join(folder, `${language}.cursor`),
  }
  const child = spawn(run, [path], {
    env: { ...env, TOKEN: client.authorization!.replace('Bearer ', '') },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let text = ''
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()))
  const readLines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: string; data: { resource_id: string } })
  const end = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
  }
  onTestFinished(end)
  return {
    told: () => readLines().map(({ data }) => data.resource_id),
    /** Returns the last event received, and the one to resume after. */
    last: () => readLines().at(-1)!.id,
    noted: () =>
      decryptEventCursor(app.services.keyring, org_id, readFileSync(env.CURSOR_FILE, 'utf8'), app.clock.now()).event_id,
    end,
  }
}

describe.each(['sh', 'js'] as const)('the event stream client in %s', (language) => {
  test('is the file that the documentation links', () => {
    expect(page).toContain(
      `\`\`\`${language}\n${readFileSync(`docs/examples/${examples[language].file}`, 'utf8')}\`\`\``,
    )
  })

  test('handles each event once across a reconnect and a restart', async () => {
    await waitForStableEvents(app)
    const created: string[] = []
    const make = async () => created.push((await createTask(ada, org_id)).task_id)
    const first = start(language)
    await expect.poll(() => app.services.streamingResponses.count, { timeout: 30_000 }).toBe(1)
    await make()
    await expect.poll(first.told, { timeout: 30_000 }).toEqual(created)
    // A stream ends after an hour; events before the reconnect wait.
    app.clock.advance(60 * 60_000)
    await expect.poll(() => app.services.streamingResponses.count, { timeout: 30_000 }).toBe(0)
    await make()
    await expect.poll(first.told, { timeout: 30_000 }).toEqual(created)
    // An event that is not recorded before the kill would be sent again.
    await expect.poll(first.noted).toBe(first.last())
    first.end()
    await expect.poll(() => app.services.streamingResponses.count, { timeout: 30_000 }).toBe(0)
    await make()
    await make()
    const second = start(language)
    await expect.poll(second.told, { timeout: 30_000 }).toEqual(created.slice(2))
    second.end()
  })
})
