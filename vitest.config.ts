import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import dataFormat from './clients/import/package.json' with { type: 'json' }
import sdk from './clients/sdk/package.json' with { type: 'json' }
import { findPgbouncer } from './test/support/pgbouncer.ts'
import { findBinaries, hasCitus } from './test/support/postgres.ts'

/** Set by scripts/test.mjs when nobody names any tests: those that tell a newcomer within minutes whether all is well. */
const short = process.env.SUITE === 'short'

const found = findBinaries() ? ['postgres', 'embedded'] : ['embedded']
const engines = short ? found.slice(0, 1) : found

/** Everything that goes through HTTP and SQL has to hold on both engines: `npm run trials` runs all of it on both. */
const perEngine = ['contract', 'resources', 'oauth']
const trials = process.env.TRIALS === 'long'
/**
 * What runs on the second engine in the time that a check has: each operation once, repeated writes, an app that is
 * connected, and the stories. The engines share their statements, and the plans and types in which they differ are met by
 * those, and by the tests of the database layer.
 */
const onSecond = [
  'contract/{idempotency,responses}',
  'oauth/flow',
  'resources/story/*',
  'resources/tasks/shared-transactions',
].map((name) => `test/${name}.test.ts`)
/** What takes long and hardly depends on the engine; what a request costs does, which the trials measure on both. */
const onceOnly = ['authorization', 'references', 'fuzz', 'hidden', ...(trials ? [] : ['cost'])].map(
  (name) => `test/contract/${name}.test.ts`,
)
/**
 * What is about this process and what it sends, takes and keeps in memory or as files: rules of HTTP and of the OAuth
 * protocol, limits, mail, requests to receivers, streams. The statements behind it run on both engines all the same, with
 * the contract of each operation and the tests beside these.
 */
const besideDatabase = [
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
/** What takes minutes of processor time: memory under many requests, and the guide on a copy of the sources. */
const forTrials = ['load', 'docs']
/** The database layer keeps plans for the life of a process, and is tested on that. */
const apart = ['db', 'pooler']
const runOnce = [...onceOnly, ...besideDatabase]
/** Left out of the short run: trials, what needs a browser or a process of its own, the guide on a copy of the sources. */
const long = ['resilience', 'load', 'pages', 'upgrade', 'web', 'docs', 'commands']
/** Files that take five seconds or more each, for what they wait for or how often they try; the short run goes without. */
const slow = [
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
/** Of what runs once, what the short run has. */
const onceInShort = ['fuzz', 'cost'].map((name) => `test/contract/${name}.test.ts`)

const folders = readdirSync('test', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)
const filesOf = (names: string[]) => names.map((name) => `test/${name}/**/*.test.ts`)

interface Scope {
  include: string[]
  exclude?: string[]
  engine?: string
  env?: Record<string, string>
  isolate?: boolean
}

/** Whether tests can go through a pooler: its own, and some of those that go to the server directly otherwise. */
const pooled = found.includes('postgres') && findPgbouncer() !== undefined
const throughPooler: Scope = {
  include: [...filesOf(['pooler']), 'test/contract/idempotency.test.ts'],
  engine: 'postgres',
  env: { TEST_POOLER: process.env.TEST_POOLER || 'plain' },
}

/** The packages are tested as their sources are, which they name beside what is built of them. */
const alias = Object.entries({ sdk: sdk.exports, import: dataFormat.exports }).flatMap(([folder, exported]) =>
  Object.entries(exported).map(([name, { 'svc-source': source }]) => ({
    find: new RegExp(`^@svc/${folder}${name.slice(1)}$`),
    replacement: resolve('clients', folder, source),
  })),
)
/** The service is tested as it is built and started, which also spares each worker to have its sources turned into scripts. */
const built = { find: /^(?:\.\.\/)+src\/(.+)\.ts$/, replacement: resolve('dist', '$1.js') }

function project(name: string, { engine = engines[0]!, env = {}, isolate = false, ...files }: Scope) {
  return {
    resolve: { alias: [...alias, built] },
    test: {
      server: { deps: { external: [/\/dist\//] } },
      ...files,
      name,
      // The short run meets the same odd input every time.
      env: { ENGINE: engine, ...env, ...(short && { FUZZ_RUNS: '4', FUZZ_SEED: '1' }) },
      pool: 'forks',
      // Loading the server anew for every file would cost more than most files do; they share nothing all the same.
      isolate,
      setupFiles: ['test/support/setup-file.ts'],
      // What is waited for comes later on a busy machine. A test that is about how soon it comes says so itself.
      expect: { poll: { timeout: 30_000 } },
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  } satisfies TestProjectInlineConfiguration
}

/** Needs an otherwise idle machine: npm run bench:web. */
const measured = process.env.WEB_BENCH === '1' ? ['test/web/speed/*.bench.ts'] : []

/** What takes a server with Citus, which comes with its control file. */
const onCitus = hasCitus() ? [] : ['citus']

const leftOut = [...onCitus, ...perEngine, ...apart, ...(short ? long : []), ...(trials ? [] : forTrials)]
const rest = folders.filter((name) => !leftOut.includes(name))

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    // Each file has a database server, a browser or processes of its own at work beside it: a third at a time has them wait
    // for each other on two processors, and takes a fifth more of their time.
    maxWorkers: 2,
    projects: [
      ...engines.map((engine, index) =>
        project(engine, {
          include: index > 0 && !trials ? onSecond : filesOf(perEngine),
          exclude: short ? [...runOnce, ...slow] : runOnce,
          engine,
        }),
      ),
      project('once', {
        include: [...(short ? [...onceInShort, ...besideDatabase] : runOnce), ...filesOf(rest), ...measured],
        ...(short && { exclude: slow }),
      }),
      ...(short ? [] : [project('database', { include: filesOf(['db']), isolate: true })]),
      ...(short || !pooled ? [] : [project('pooler', throughPooler)]),
    ],
  },
})
