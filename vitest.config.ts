import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import dataFormat from './clients/import/package.json' with { type: 'json' }
import sdk from './clients/sdk/package.json' with { type: 'json' }
import { findPgbouncer } from './test/support/pgbouncer.ts'
import { findBinaries, hasCitus } from './test/support/postgres.ts'

/** Set by scripts/test.mjs when called without arguments. */
const short = process.env.SUITE === 'short'

const installed = findBinaries() ? ['postgres', 'embedded'] : ['embedded']
const engines = short ? installed.slice(0, 1) : installed

/** Folders of tests that depend on the database. `npm run trials` runs all of them on both engines. */
const engineFolders = ['contract', 'resources', 'oauth']
const trials = process.env.TRIALS === 'long'
/**
 * Tests that `npm run check` also runs on the second engine: each operation once, repeated writes, the OAuth flow and the
 * stories. Both engines execute the same statements; these and the tests of the database layer cover where they differ.
 */
const secondEngineFiles = [
  'contract/{idempotency,responses}',
  'oauth/flow',
  'resources/story/*',
  'resources/tasks/shared-transactions',
].map((name) => `test/${name}.test.ts`)
/** Slow contract tests that hardly depend on the engine. The cost of requests does: the trials measure it on both. */
const slowContractFiles = [
  'authorization',
  'references',
  'fuzz',
  'hidden',
  'hidden-values',
  ...(trials ? [] : ['cost']),
].map((name) => `test/contract/${name}.test.ts`)
/**
 * Tests of the process rather than the database: HTTP and OAuth rules, limits, mail, webhook deliveries, files, streams.
 * The contract tests execute their statements on both engines.
 */
const processFiles = [
  'contract/{declarations,errors}',
  'oauth/{audiences,client-metadata,command-line,devices,grace,redirect-uris,registration,secrecy}',
  'resources/events/{limits,rights,slow-clients,stream}',
  'resources/http/{combining-marks,document,input-limits,metrics,rate-limit}',
  'resources/notifications/{list,mail,unsubscribe}',
  'resources/organization-invites/{limits,mailing}',
  'resources/organizations/logo',
  'resources/task-attachments/{downloading,uploading}',
  'resources/webhooks/{attempts,disabling,manual-deliveries,states}',
].map((name) => `test/${name}.test.ts`)
/** Folders that take minutes of processor time: memory under load, and the guide applied to a copy of the sources. */
const trialFolders = ['load', 'docs']
/** Folders with a project of their own below. Plans are cached per process, so tests of the database layer need isolation. */
const separateFolders = ['db', 'pooler']
const singleEngineFiles = [...slowContractFiles, ...processFiles]
/** Folders that the short run omits: they start processes or a browser. */
const longFolders = ['resilience', 'load', 'pages', 'upgrade', 'web', 'docs', 'commands']
/** Files that take five seconds or more each. The short run omits them. */
const slowFiles = [
  'auth/{account-attacks,account-endings,account-pages,account-races,account-timing,accounts,entered-values,identities,passkeys,same-person,second-factor-lock,secrets}',
  'cli/{claims,commands,concurrent-changes,edit-many,import,import-planka,sign-in,undo}',
  'console/{chromium,csrf,plain-http}',
  'contract/times',
  'core/text-keys',
  'data-format/{archive,parsers}',
  'events/reader',
  'http/concurrency-limiter',
  'mcp/text-round-trip',
  'resources/*/agreement',
  'oauth/{grace,token}',
  'resources/claims/rules',
  'resources/fields/{frequent,queries}',
  'resources/goals/deadlocks',
  'resources/imports/{custom-fields,hostile,omissions,sources}',
  'resources/events/{limits,moved-restrictions,rights,slow-clients,stream}',
  'resources/notifications/{causes,mail}',
  'resources/organization-invites/{limits,mailing}',
  'resources/organizations/access-review',
  'resources/sections/{deleting,positions}',
  'resources/tasks/{deleting,races,list-cache,model,rebuilding,search,search-plans,visibility}',
  'resources/webhooks/{attempts,disabling,states,workers}',
  'sdk/{bundling,calls,retries}',
  'tracing/traces',
  'webhooks/{documented-receivers,forbidden-urls,stream-clients}',
].map((name) => `test/${name}.test.ts`)
/** Slow contract tests that the short run includes, with less input. */
const shortContractFiles = ['fuzz', 'cost'].map((name) => `test/contract/${name}.test.ts`)

const folders = readdirSync('test', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)
const listPatterns = (folderNames: string[]) => folderNames.map((name) => `test/${name}/**/*.test.ts`)

interface Scope {
  include: string[]
  exclude?: string[]
  engine?: string
  env?: Record<string, string>
  isolate?: boolean
}

/** True if tests can connect through PgBouncer. */
const hasPooler = installed.includes('postgres') && findPgbouncer() !== undefined
const poolerTests: Scope = {
  include: [...listPatterns(['pooler']), 'test/contract/idempotency.test.ts'],
  engine: 'postgres',
  env: { TEST_POOLER: process.env.TEST_POOLER || 'plain' },
}

/** Resolves the client packages to their sources, which `exports` names under `svc-source`. */
const clientAliases = Object.entries({ sdk: sdk.exports, import: dataFormat.exports }).flatMap(([folder, exported]) =>
  Object.entries(exported).map(([name, { 'svc-source': source }]) => ({
    find: new RegExp(`^@svc/${folder}${name.slice(1)}$`),
    replacement: resolve('clients', folder, source),
  })),
)
/** Resolves sources of the server to the build in dist, which is what users run, and saves compiling them in each worker. */
const serverAlias = { find: /^(?:\.\.\/)+src\/(.+)\.ts$/, replacement: resolve('dist', '$1.js') }

function project(name: string, { engine = engines[0]!, env = {}, isolate = false, ...files }: Scope) {
  return {
    resolve: { alias: [...clientAliases, serverAlias] },
    test: {
      server: { deps: { external: [/\/dist\//] } },
      ...files,
      name,
      // The short run uses the same random input every time.
      env: { ENGINE: engine, ...env, ...(short && { FUZZ_RUNS: '4', FUZZ_SEED: '1' }) },
      pool: 'forks',
      // Loading the server again for each file would take longer than most files. Files share no state.
      isolate,
      setupFiles: ['test/support/setup-file.ts'],
      // Generous, for busy machines. Tests of durations assert them explicitly.
      expect: { poll: { timeout: 30_000 } },
      testTimeout: 240_000,
      hookTimeout: 240_000,
    },
  } satisfies TestProjectInlineConfiguration
}

/** Benchmarks of the console, which need an idle machine: npm run bench:web. */
const benchmarks = process.env.WEB_BENCH === '1' ? ['test/web/speed/*.bench.ts'] : []

/** Needs a server with the Citus extension. */
const citusFolders = hasCitus() ? [] : ['citus']

const otherwiseCovered = [
  ...citusFolders,
  ...engineFolders,
  ...separateFolders,
  ...(short ? longFolders : []),
  ...(trials ? [] : trialFolders),
]
const otherFolders = folders.filter((name) => !otherwiseCovered.includes(name))

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    // Each worker also keeps a database server, a browser or other processes busy: on two processors a third worker makes
    // each file about a fifth slower.
    maxWorkers: 2,
    projects: [
      ...engines.map((engine, index) =>
        project(engine, {
          include: index > 0 && !trials ? secondEngineFiles : listPatterns(engineFolders),
          exclude: short ? [...singleEngineFiles, ...slowFiles] : singleEngineFiles,
          engine,
        }),
      ),
      project('once', {
        include: [
          ...(short ? [...shortContractFiles, ...processFiles] : singleEngineFiles),
          ...listPatterns(otherFolders),
          ...benchmarks,
        ],
        ...(short && { exclude: slowFiles }),
      }),
      ...(short ? [] : [project('database', { include: listPatterns(['db']), isolate: true })]),
      ...(short || !hasPooler ? [] : [project('pooler', poolerTests)]),
    ],
  },
})
