// Writes docs/schema.sql from the migrations; with --check, fails when it differs. Starts a temporary PostgreSQL server.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// The following imports need installed packages and a build.
await prepare()
const { default: ts } = await import('typescript')
const { applyMigrations } = await import('../dist/db/migrate.js')
const { openDatabase } = await import('../dist/db/open-database.js')
const target = join(root, 'docs/schema.sql')

const startPostgres = await loadStartPostgres()
const server = await startPostgres({ fsync: false })
if (server === null) {
  console.error('schema-dump: no PostgreSQL programs found (pg_config --bindir, /usr/lib/postgresql/*/bin)')
  process.exit(process.argv.includes('--check') && process.env.CI !== 'true' ? 0 : 1)
}
try {
  const url = await server.createDatabase('schema')
  const database = await openDatabase({ databaseUrl: url, dataDir: '' })
  await applyMigrations(database)
  await database.close()
  const options = ['--schema-only', '--no-owner', '--no-privileges', url]
  const dump = normalize(execFileSync(join(server.bin, 'pg_dump'), options, { encoding: 'utf8' }))
  if (!process.argv.includes('--check')) {
    writeFileSync(target, dump)
  } else if (!existsSync(target) || readFileSync(target, 'utf8') !== dump) {
    console.error('docs/schema.sql differs from the migrations: run npm run schema:dump')
    process.exitCode = 1
  }
} finally {
  await server.stop()
}

/** Compiles the helper of the tests, since Node 20 runs no TypeScript. */
async function loadStartPostgres() {
  const source = readFileSync(join(root, 'test/support/postgres.ts'), 'utf8')
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 }
  const file = join(root, `dist/schema-dump-${process.pid}.mjs`)
  writeFileSync(file, ts.transpileModule(source, { compilerOptions }).outputText)
  try {
    return (await import(pathToFileURL(file).href)).startPostgres
  } finally {
    rmSync(file)
  }
}

/** Removes what depends on the version of the server or pg_dump: comments, settings, random keys. */
function normalize(dump) {
  const lines = dump
    .split('\n')
    .filter(
      (line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\restrict|\\unrestrict|CREATE SCHEMA public)/.test(line),
    )
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}
