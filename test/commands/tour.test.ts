import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { killServers, spawnServer } from '../support/spawn.ts'

const folders: string[] = []
afterAll(async () => {
  await killServers()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-tour-'))
  folders.push(folder)
  return folder
}

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Shells that people use, configured as at a terminal and without user settings. */
const shells: [name: string, args: string[]][] = [
  ['bash', ['--norc', '--noprofile']],
  ['zsh', ['-f', '-i']],
]

/** Replaces the parts of the output that differ between runs. */
const changing: [RegExp, string][] = [
  [/\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, 'UUID'],
  [/\b[A-Z]{1,3}[0-9A-HJKMNP-TV-Z]{16}\b/g, 'ID'],
  [/"(\d+)-[\w.-]+"/g, '"$1-HASH"'],
  [/svc_live_[^"]+/g, 'TOKEN'],
]
const normalizeOutput = (text: string): string =>
  changing.reduce((output, [pattern, name]) => output.replaceAll(pattern, name), text.replaceAll('\r', '').trim())

/** Returns the commands of the tour with the output that the page shows. */
function readTour(): { commands: string; output: string | undefined }[] {
  const tour = readFileSync('docs/tour.md', 'utf8')
  return [...tour.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```)?/gms)].map(([, commands, output]) => ({
    commands: commands!,
    output,
  }))
}

describe.each(shells.filter(([shell]) => has(shell) && has('jq')))('in %s', (shell, args) => {
  test('the tour prints the output that the page shows, and leaves no files', { timeout: 180_000 }, async () => {
    const own = { OIDC_ISSUER: '', OIDC_AUDIENCE: '' }
    const { url, port } = await spawnServer({ env: own })
    const folder = createFolder()
    const start = `node ${resolve('scripts/start.mjs')} --`
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { 'svc-server': start } }))
    const parts = readTour()
    expect(parts.length).toBeGreaterThan(10)
    const script = parts
      .map(({ commands }, at) => `echo "--- ${at}"\n${commands}`)
      .join('')
      .replace('http://127.0.0.1:8080', url)
    const env = {
      PATH: process.env.PATH,
      HOME: createFolder(),
      PORT: String(port),
      npm_config_update_notifier: 'false',
    }
    const running = promisify(execFile)(shell, args, {
      cwd: folder,
      env,
      // Ends an endless loop together with the test.
      timeout: 150_000,
      killSignal: 'SIGKILL',
    })
    running.child.stdin!.end(script)
    const { stdout } = await running
    const said = stdout.split(/^--- \d+\n/m).slice(1)
    expect(said).toHaveLength(parts.length)
    for (const [at, { output }] of parts.entries())
      // Skips the parts that the page abbreviates.
      if (output && !output.includes('id: 1.')) expect(normalizeOutput(said[at]!)).toBe(normalizeOutput(output))
    expect(readdirSync(folder)).toEqual(['package.json'])
  })
})

test('the sample organization is created on the port of the running server', () => {
  const run = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, ['scripts/seed.mjs', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    }).stderr
  expect(run({ PORT: '9' })).toContain('no server at http://127.0.0.1:9;')
  expect(run({ PORT: '9', BASE_URL: 'http://127.0.0.1:19' })).toContain('at http://127.0.0.1:19;')
  expect(run({ PORT: '9' }, 'http://127.0.0.1:29')).toContain('at http://127.0.0.1:29;')
})
