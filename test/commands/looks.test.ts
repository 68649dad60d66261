import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { formatLine } from '../../src/log-text.ts'
import { killServers, spawnServer } from '../support/spawn.ts'

afterAll(killServers)

const run = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, ['dist/main.js', ...args])).stdout
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

test.each(['--version', '-v', 'version'])('svc-server %s prints its version alone', async (word) => {
  expect(await run(word)).toBe(`${version}\n`)
})

test.each([[['--help']], [['-h']], [['help']]])('svc-server %j names every command', async (args) => {
  const said = await run(...args)
  for (const name of ['serve', 'migrate', 'login', 'doctor', 'releases import FILE', 'docs/self-hosting.md'])
    expect(said).toContain(name)
})

test.each([[['login', '--help']], [['login', '--user', 'ada', '-h']], [['help', 'login']]])(
  'svc-server %j explains that command, and does nothing',
  async (args) => {
    const said = await run(...args)
    expect(said).toContain('--user NAME')
    expect(said).not.toContain('releases import')
  },
)

test('a server names the console first, and writes its log as it is told to', async () => {
  for (const [env, line] of [
    [{ LOG_FORMAT: 'text' }, /^\d\d:\d\d:\d\d INFO {2}GET \/v1\/health 200 [\d.]+ ms$/m],
    [{}, /^\{"level":30,.*"path":"\/v1\/health".*\}$/m],
  ] as const) {
    const server = await spawnServer({ env: { ...env, LOG_LEVEL: 'info' } })
    await fetch(`${server.url}/v1/health`)
    await server.end('SIGTERM')
    expect(server.said()).toMatch(/^Console: {8}http:\S+\/$/m)
    expect(server.said().indexOf('Console:')).toBeLessThan(server.said().indexOf('svc answers at'))
    expect(server.said()).toMatch(line)
  }
})

test.each([
  [{ level: 30, msg: 'database ready' }, false, 'INFO  database ready\n'],
  [{ level: 40, msg: 'slow', waited: 3, name: 'a' }, false, 'WARN  slow waited=3 name=a\n'],
  [
    { level: 50, msg: 'failed', err: { stack: 'Error: no\n    at x' } },
    false,
    'ERROR failed\n  Error: no\n      at x\n',
  ],
  [{ level: 30, msg: 'a\u001B[2Jb\nc\u009B1m' }, false, 'INFO  a\\x1b[2Jb\\x0ac\\x9b1m\n'],
  [{ level: 50, msg: 'x', err: { message: '\u001B[1m' } }, false, 'ERROR x\n  \\x1b[1m\n'],
  [{ level: 40, msg: 'slow' }, true, 'WARN  slow\u001B[0m\n'],
])('a line of the log %j is text that moves no cursor', (fields, colored, end) => {
  const line = formatLine(JSON.stringify({ time: 0, pid: 1, ...fields }), colored)
  expect(line.slice(line.search(/TRACE|INFO|WARN|ERROR/))).toBe(end)
})
