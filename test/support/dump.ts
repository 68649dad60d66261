import type { TestApp } from './app.ts'

/** Returns every row of every table as text, to search for secrets in clear text. */
export async function dumpRows(app: TestApp): Promise<string> {
  const tables = await app.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) => app.sql<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`)),
  )
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n')
}
