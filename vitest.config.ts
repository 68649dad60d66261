import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import dataFormat from './clients/import/package.json' with { type: 'json' }
import sdk from './clients/sdk/package.json' with { type: 'json' }
import { findPgbouncer } from './test/support/pgbouncer.ts'
import { findBinaries, hasCitus } from './test/support/postgres.ts'

/** Set by scripts/test.mjs for `npm test` without arguments: runs the fast tests only. */
const short = process.env.SUITE === 'short'

const installedEngines = findBinaries() ? ['postgres', 'embedded'] : ['embedded']
const engines = short ? installedEngines.slice(0, 1) : installedEngines

/** Folders whose tests send requests that run SQL; `npm run trials` runs all of them on both database engines. */
const engineFolders = ['contract', 'resources', 'oauth']
const trials = process.env.TRIALS === 'long'
/**
 * Files that `npm run check` also runs on the second engine: each operation once, repeated writes, a connected app, and
 * the stories. Both engines get the same statements; these files and the tests of the database layer cover the
 * differences in plans and types.
 */
const secondEngineFiles = [
  'contract/{idempotency,responses}',
  'oauth/flow',
  'resources/story/*',
  'resources/tasks/shared-transactions',
].map((name) => `test/${name}.test.ts`)
/** Slow files that hardly depend on the engine. The trials run the cost test on both engines. */
const engineIndependentFiles = ['authorization', 'references', 'fuzz', 'hidden', ...(trials ? [] : ['cost'])].map(
  (name) => `test/contract/${name}.test.ts`,
)
/**
 * Files that test the process rather than the database: HTTP and OAuth rules, limits, email, outbound requests, streams.
 * Their statements run on both engines in the contract tests.
 */
const processFiles = [
  'contract/{declarations,errors}',
  'oauth/{audiences,client-metadata,command-line,devices,grace,redirect-uris,registration,secrecy}',
  'resources/events/{limits,rights,slow-clients,stream}',
  'resources/http/{combining-marks,document,input-limits,metrics,rate-limit}',
  'resources/notifications/{list,mail,unsubscribe}',
  'resources/organization-invites/mailing',
  'resources/organizations/logo',
  'resources/task-attachments/{downloading,uploading}',
  'resources/webhooks/{attempts,disabling,manual-deliveries,states}',
].map((name) => `test/${name}.test.ts`)
/** Folders that take minutes of CPU time: memory under load, and the guide on a copy of the sources. */
const trialFolders = ['load', 'docs']
/** Folders with projects of their own: the database layer caches plans for the life of a process. */
const separateFolders = ['db', 'pooler']
const runOnce = [...engineIndependentFiles, ...processFiles]
/** Folders that the short run omits: they need a browser, separate processes or a copy of the sources. */
const longFolders = ['resilience', 'load', 'pages', 'upgrade', 'web', 'docs', 'commands']
/** Files that take five seconds or more each; the short run omits them. */
const slowFiles = [
  'auth/{account-attacks,account-endings,account-pages,account-races,accounts,identities,passkeys,secrets}',
  'cli/{commands,edit-many,import,sign-in,undo}',
  'console/csrf',
  'contract/times',
  'core/text-keys',
  'data-format/archive',
  'events/reader',
  'http/concurrency-limiter',
  'mcp/text-round-trip',
  'resources/*/agreement',
  'resources/events/{limits,rights,slow-clients,stream}',
  'resources/notifications/mail',
  'resources/organization-invites/mailing',
  'resources/sections/{deleting,positions}',
  'resources/tasks/{deleting,races,list-cache,model,rebuilding,search,search-plans}',
  'resources/webhooks/{disabling,states,workers}',
  'sdk/{bundling,calls,retries}',
  'tracing/traces',
  'webhooks/{documented-receivers,forbidden-urls,stream-clients}',
].map((name) => `test/${name}.test.ts`)
/** Engine-independent files that the short run includes. */
const shortRunFiles = ['fuzz', 'cost'].map((name) => `test/contract/${name}.test.ts`)

const folders = readdirSync('test', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)
const listTestFiles = (names: string[]) => names.map((name) => `test/${name}/**/*.test.ts`)

interface Scope {
  include: string[]
  exclude?: string[]
  engine?: string
  env?: Record<string, string>
  isolate?: boolean
}

/** True if PostgreSQL and pgbouncer are installed. */
const hasPooler = installedEngines.includes('postgres') && findPgbouncer() !== undefined
const poolerScope: Scope = {
  include: [...listTestFiles(['pooler']), 'test/contract/idempotency.test.ts'],
  engine: 'postgres',
  env: { TEST_POOLER: process.env.TEST_POOLER || 'plain' },
}

/** Resolves the packages to their sources, which package.json names as `svc-source`. */
const alias = Object.entries({ sdk: sdk.exports, import: dataFormat.exports }).flatMap(([folder, exported]) =>
  Object.entries(exported).map(([name, { 'svc-source': source }]) => ({
    find: new RegExp(`^@svc/${folder}${name.slice(1)}$`),
    replacement: resolve('clients', folder, source),
  })),
)
/** Resolves the server to its build, so that tests run what is deployed and workers need not compile it. */
const buildAlias = { find: /^(?:\.\.\/)+src\/(.+)\.ts$/, replacement: resolve('dist', '$1.js') }

function buildProject(name: string, { engine = engines[0]!, env = {}, isolate = false, ...files }: Scope) {
  return {
    resolve: { alias: [...alias, buildAlias] },
    test: {
      server: { deps: { external: [/\/dist\//] } },
      ...files,
      name,
      // The short run uses the same random input every time.
      env: { ENGINE: engine, ...env, ...(short && { FUZZ_RUNS: '4', FUZZ_SEED: '1' }) },
      pool: 'forks',
      // Loading the server again for every file would take longer than most files; files share no state anyway.
      isolate,
      setupFiles: ['test/support/setup-file.ts'],
      // Generous, for busy machines; a test of a time limit sets its own.
      expect: { poll: { timeout: 30_000 } },
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  } satisfies TestProjectInlineConfiguration
}

/** Needs an idle machine: npm run bench:web. */
const benchmarkFiles = process.env.WEB_BENCH === '1' ? ['test/web/speed/*.bench.ts'] : []

/** Folders that need the Citus extension, if it is not installed. */
const citusFolders = hasCitus() ? [] : ['citus']

const omittedFolders = [
  ...citusFolders,
  ...engineFolders,
  ...separateFolders,
  ...(short ? longFolders : []),
  ...(trials ? [] : trialFolders),
]
const otherFolders = folders.filter((name) => !omittedFolders.includes(name))

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    // Each file keeps a database server, a browser or processes busy; with a third worker, two CPUs take a fifth longer.
    maxWorkers: 2,
    projects: [
      ...engines.map((engine, index) =>
        buildProject(engine, {
          include: index > 0 && !trials ? secondEngineFiles : listTestFiles(engineFolders),
          exclude: short ? [...runOnce, ...slowFiles] : runOnce,
          engine,
        }),
      ),
      buildProject('once', {
        include: [
          ...(short ? [...shortRunFiles, ...processFiles] : runOnce),
          ...listTestFiles(otherFolders),
          ...benchmarkFiles,
        ],
        ...(short && { exclude: slowFiles }),
      }),
      ...(short ? [] : [buildProject('database', { include: listTestFiles(['db']), isolate: true })]),
      ...(short || !hasPooler ? [] : [buildProject('pooler', poolerScope)]),
    ],
  },
})
