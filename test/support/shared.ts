import type { PoolerMode } from '../../src/db/pooler.ts'

/** Values that the global setup provides to every test file (vitest's `inject('svc')`). */
export interface Shared {
  /** URL of the development identity provider of all servers under test. */
  identityUrl: string
  /** Temporary PostgreSQL server, as its superuser; undefined if PostgreSQL is not installed. */
  postgresUrl: string | undefined
  /** Name of the migrated, empty template database. */
  template: string
  /** pgbouncer in front of that server, for projects with TEST_POOLER. */
  pooler: { port: number; mode: PoolerMode } | undefined
  /** Dump of a migrated, empty embedded database. */
  snapshotFile: string
}

declare module 'vitest' {
  interface ProvidedContext {
    svc: Shared
  }
}
