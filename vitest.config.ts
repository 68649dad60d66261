import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { findBinaries } from './test/support/postgres.ts'

/** Everything that goes through HTTP and SQL has to hold on both engines. */
const perEngine = ['test/contract/**/*.test.ts', 'test/resources/**/*.test.ts', 'test/oauth/**/*.test.ts']
/** What takes long and hardly depends on the engine. */
const onceOnly = ['authorization', 'swaps', 'fuzz'].map((name) => `test/contract/${name}.test.ts`)
const engines = findBinaries() ? ['postgres', 'embedded'] : ['embedded']

function project(name: string, files: { include: string[]; exclude?: string[] }, engine = engines[0]!) {
  return {
    test: {
      ...files,
      name,
      env: { ENGINE: engine },
      pool: 'forks',
      // Loading the server anew for every file would cost more than most files do; they share nothing all the same.
      isolate: false,
      setupFiles: ['test/support/each-file.ts'],
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  } satisfies TestProjectInlineConfiguration
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      ...engines.map((engine) => project(engine, { include: perEngine, exclude: onceOnly }, engine)),
      project('once', { include: [...onceOnly, 'test/{chaos,cli,db,identity,kernel}/**/*.test.ts'] }),
    ],
  },
})
