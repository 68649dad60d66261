import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createTask } from '../../support/factories.ts'

let app: TestApp
let owner: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  owner = await app.signIn('ada')
  org = (await createOrganization(owner)).org_id
})

/** Creates a task without links and one with links, and reads their tags. */
async function readTagged(): Promise<{ path: string; etag: string; version: number }[]> {
  const plain = await createTask(owner, org, {})
  const linked = await createTask(owner, org, { dependencies: [(await createTask(owner, org, {})).task_id] })
  return Promise.all(
    [plain, linked].map(async ({ task_id }) => {
      const path = `/v1/tasks/${task_id}`
      const reply = await owner.get(path)
      const { version } = expectStatus(reply, 200)
      return { path, etag: reply.headers.etag!, version }
    }),
  )
}

const appendSuffix = (suffix: string) => (tag: string) => `${tag.slice(0, -1)}${suffix}"`
type Row = [name: string, change: (tag: string) => string, noneMatch: number, match: number]

const table: Row[] = [
  ['as it was sent', (tag) => tag, 304, 200],
  ['with the suffix of Apache', appendSuffix('-gzip'), 304, 200],
  ['with the suffix of mod_brotli', appendSuffix('-br'), 304, 200],
  ['with the suffix of Caddy', appendSuffix('-zstd'), 304, 200],
  ['with the suffix of Jetty', appendSuffix('--gzip'), 304, 200],
  ['weakened', (tag) => `W/${tag}`, 304, 412],
  ['weakened and with a suffix', (tag) => `W/${appendSuffix('-gzip')(tag)}`, 304, 412],
  ['in a list', (tag) => `"other", ${appendSuffix('-gzip')(tag)}`, 304, 200],
  ['with an unknown suffix', appendSuffix('-lzma'), 200, 412],
  ['with two suffixes', appendSuffix('-gzip-gzip'), 200, 412],
  ['with one more character', appendSuffix('A'), 200, 412],
  ['with padding', appendSuffix('='), 200, 412],
  ['without its last character', (tag) => `${tag.slice(0, -2)}"`, 200, 412],
  ['of another version', (tag) => tag.replace(/^"\d+/, '"77'), 200, 412],
  ['with a zero before the version', (tag) => tag.replace('"', '"0'), 200, 412],
  ['without quotes', (tag) => tag.slice(1, -1), 200, 412],
]

describe('an entity tag', () => {
  test.each(table)('%s', async (_, change, noneMatch, match) => {
    for (const { path, etag } of await readTagged()) {
      const tag = change(etag)
      expect((await owner.get(path, { headers: { 'if-none-match': tag } })).status).toBe(noneMatch)
      const body = { title: 'Written' }
      expect((await owner.patch(path, { body, headers: { 'if-match': tag } })).status).toBe(match)
    }
  })

  test('of the version alone matches a write, but no read', async () => {
    for (const { path, version } of await readTagged()) {
      const tag = `"${version}-"`
      expect((await owner.get(path, { headers: { 'if-none-match': tag } })).status).toBe(200)
      const written = await owner.patch(path, { body: { title: 'B' }, headers: { 'if-match': tag } })
      expect(written.status).toBe(200)
    }
  })
})
