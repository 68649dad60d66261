import type { PoolerMode } from '../../src/db/pooler.ts'

/** What is set up once and every test file is given (vitest's `inject('svc')`). */
export interface Shared {
  /** Where the development identity provider of all servers under test answers. */
  identityUrl: string
  /** A throw-away PostgreSQL server, as its superuser; undefined when this machine has none. */
  postgresUrl: string | undefined
  /** Name of a migrated, empty database there, to be copied. */
  template: string
  /** A pgbouncer before that server, for the projects whose tests run through it (the variable TEST_POOLER). */
  pooler: { port: number; mode: PoolerMode } | undefined
  /** A migrated, empty embedded database, dumped to this file. */
  snapshotFile: string
}

declare module 'vitest' {
  interface ProvidedContext {
    svc: Shared
  }
}
