import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { importReleasesCommand } from '../../src/resources/platform/releases/import-command.ts'
import { buildSettings } from '../support/app.ts'
import { copyTemplate } from '../support/databases.ts'
import { expectStatus } from '../support/client.ts'
import { spawnServer, unpackDatabase, type ServerProcess } from '../support/spawn.ts'
import { buildRelease } from '../resources/releases/fixtures.ts'

const files = mkdtempSync(join(tmpdir(), 'svc-test-files-'))
afterAll(() => rmSync(files, { recursive: true }))

const createFile = (name: string, content: unknown): string => {
  const path = join(files, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** Runs `svc-server …` from `dist` in its own process; returns its exit code and all its output. */
function runServerCommand(
  dataDir: string,
  args: string[],
  databaseUrl?: string,
): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, ...buildSettings(dataDir, databaseUrl) }
  return new Promise((done) => {
    execFile(process.execPath, [resolve('dist/main.js'), ...args], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })
}

const listReleases = async (server: ServerProcess): Promise<string[]> => {
  const ada = await server.signIn('ada')
  const body = expectStatus(await ada.get('/v1/releases/whats-new'), 200)
  return body.latest_releases.map(({ id }: { id: string }) => id)
}

describe('svc-server releases import', () => {
  test(
    'on the embedded database uses the running server, or the database itself without one',
    { timeout: 180_000 },
    async () => {
      // Exceeds the maximum length of a unix socket path.
      const dataDir = mkdtempSync(join(files, `${'long-'.repeat(30)}`))
      unpackDatabase(dataDir)
      const before = await runServerCommand(dataDir, [
        'releases',
        'import',
        createFile('one.json', [buildRelease('one')]),
      ])
      expect(before).toEqual({ code: 0, said: '1 release: 1 new, 0 changed, 0 as before\n' })

      const server = await spawnServer({ dataDir })
      expect(await listReleases(server)).toEqual(['one'])
      expect(statSync(join(dataDir, 'commands.sock')).mode & 0o777).toBe(0o600)
      const both = createFile('both.json', [buildRelease('one', { branch: 'x' }), buildRelease('two', {}, 2)])
      const during = await runServerCommand(dataDir, ['releases', 'import', both])
      expect(during).toEqual({ code: 0, said: '2 releases: 1 new, 1 changed, 0 as before\n' })
      expect(await listReleases(server)).toEqual(['one', 'two'])

      const refused = await runServerCommand(dataDir, [
        'releases',
        'import',
        createFile('bad.json', [buildRelease('one', { version: 4 })]),
      ])
      expect(refused).toEqual({
        code: 1,
        said: 'svc: nothing was imported\n  entry 1 (one): version must be string\n',
      })

      await server.stop('SIGKILL') // SIGKILL leaves the socket file behind.
      const after = await runServerCommand(dataDir, ['releases', 'import', both])
      expect(after).toEqual({ code: 0, said: '2 releases: 0 new, 0 changed, 2 as before\n' })
    },
  )

  test.skipIf(!inject('svc').postgresUrl)(
    'on PostgreSQL writes to the database, with or without a running server',
    async () => {
      const databaseUrl = await copyTemplate()
      const server = await spawnServer({ databaseUrl })
      const done = await runServerCommand(
        server.dataDir,
        ['releases', 'import', createFile('pg.json', [buildRelease('pg')])],
        databaseUrl,
      )
      expect(done.code).toBe(0)
      expect(await listReleases(server)).toEqual(['pg'])
      await server.stop('SIGTERM')
    },
  )

  test.each([
    ['a file that is not there', 'missing.json', undefined, 'missing.json cannot be read: ENOENT'],
    ['half a file', 'half.json', '[{"id":', 'half.json: it is not valid JSON'],
    ['a NUL', 'nul.json', '["\\u0000"]', 'nul.json: A NUL character is not allowed'],
    ['no file', undefined, undefined, 'Usage: svc-server releases import FILE'],
  ])('rejects %s', async (_, name, content, words) => {
    if (name && content !== undefined) createFile(name, content)
    const read = async () => importReleasesCommand.read(name ? [join(files, name)] : [])
    await expect(read()).rejects.toThrow(words)
  })
})

test('help lists it, and a partial name is unknown', async () => {
  expect((await runServerCommand(files, ['help'])).said).toContain('releases import FILE')
  const { code, said } = await runServerCommand(files, ['releases'])
  expect(code).toBe(2)
  expect(said).toContain('unknown command "releases"')
})
