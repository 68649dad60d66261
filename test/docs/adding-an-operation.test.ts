import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The folders in `linked` do not change, so they are linked instead of copied. */
const copied = [
  'src',
  'test',
  'scripts',
  'migrations',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'vitest.config.ts',
  'CHANGELOG.md',
]
const linked = ['node_modules', 'clients']

const copy = mkdtempSync(join(tmpdir(), 'svc-guide-'))
const guide = readFileSync('docs/adding-an-operation.md', 'utf8').split('\n## Two-phase operations')[0]!
const steps = [...guide.matchAll(/`([\w./-]+\.\w+)`[^`\n]*:\n\n```(\w+)\n([\s\S]*?)```\n/g)]

beforeAll(() => {
  for (const name of copied) cpSync(name, join(copy, name), { recursive: true })
  for (const name of linked) symlinkSync(resolve(name), join(copy, name))
  for (const [, path, language, body] of steps) apply(join(copy, path!), language!, body!)
})

afterAll(() => rmSync(copy, { recursive: true }))

function apply(file: string, language: string, body: string): void {
  if (language === 'diff') writeFileSync(file, applyDiff(readFileSync(file, 'utf8'), body))
  else if (file.endsWith('.tsv')) writeFileSync(file, readFileSync(file, 'utf8') + parseRows(body))
  else writeFileSync(file, body)
}

/** Inserts each run of added lines before the following context line, else after the preceding one. */
function applyDiff(text: string, diff: string): string {
  const lines = text.split('\n')
  let before: string | undefined
  let added: string[] = []
  const put = (next: string | undefined) => {
    const place = next ? findLine(lines, next) : before ? findLine(lines, before) + 1 : findFirstImport(lines)
    lines.splice(place, 0, ...added)
    added = []
  }
  for (const line of diff.trimEnd().split('\n')) {
    const known = line === ' …' ? undefined : line.slice(1)
    if (line.startsWith('+')) added.push(known!)
    else {
      if (added.length > 0) put(known)
      before = known
    }
  }
  if (added.length > 0) put(undefined)
  return lines.join('\n')
}

const findFirstImport = (lines: string[]) => lines.findIndex((line) => line.startsWith('import '))

function findLine(lines: string[], known: string): number {
  const place = lines.indexOf(known)
  if (place < 0) throw new Error(`the guide refers to a missing line: ${known}`)
  return place
}

const parseRows = (table: string) =>
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => `${row.split(/ +/).join('\t')}\n`)
    .join('')

const run = promisify(execFile)
/** Runs tests of the copy and returns the output. Throws its last lines if a test fails. */
const runVitest = (...args: string[]) =>
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', ...args], {
    cwd: copy,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}\n${error.stderr}`.slice(-6000))
  })

test('the guide lists every file that the four operations need', () => {
  expect(steps.map(([, path]) => path)).toEqual([
    'src/resources/work/tasks/blockers-operation.ts',
    'src/resources/work/tasks/adopt-operation.ts',
    'migrations/20261201T0900_time_entries.sql',
    'migrations/distribution.json',
    'src/resources/work/tasks/queries/time-entries.ts',
    'src/resources/work/tasks/time-entry-operations.ts',
    'src/work-operations.ts',
    'test/contract/calls/tasks.ts',
    'test/contract/authorization.tsv',
    'test/resources/tasks/adopt.test.ts',
    'CHANGELOG.md',
  ])
})

test('the code of the guide passes the contract tests and its own', async () => {
  const engine = process.env.ENGINE ?? 'embedded'
  const ids = ['tasks.list_blockers', 'tasks.adopt', 'tasks.create_time_entry', 'tasks.list_time_entries']
  const contracts = ['declarations', 'responses', 'lists', 'writes', 'authorization']
  const files = [...contracts.map((name) => `test/contract/${name}`), 'test/resources/tasks/adopt']
  const only = `(${ids.join('|').replaceAll('.', '\\.')})|event catalog|has a row for every operation|adopt|of another user|as a blocker`
  const { stdout } = await runVitest('--project', engine, '--project', 'once', ...files, '-t', only)
  for (const id of ids) expect(stdout).toContain(`${id} > returns a response that matches its declaration`)
  expect(stdout).toContain('does not list a completed dependency as a blocker')
}, 180_000)
