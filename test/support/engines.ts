import { test } from 'vitest'

/** A test that needs several processes on one database: the embedded one has one process alone, and no such test. */
export function onPostgres(name: string, run: () => Promise<void>, timeout?: number): void {
  if (process.env.ENGINE !== 'embedded') test(name, run, timeout)
}
