import { newId } from '../../../src/core/ids.ts'
import type { TestApp } from '../../support/app.ts'

/** Inserts a project without members into the database. */
export async function insertProject(
  app: TestApp,
  orgId: string,
  { visibility }: { visibility: 'public' | 'private' },
): Promise<string> {
  const id = newId('P', Date.now())
  await app.sql(
    `INSERT INTO projects (org_id, project_id, name, name_key, status_rank, priority_rank, visibility, position,
       created_at, updated_at)
     VALUES ($1, $2, $2, $2, 1, 1, $3, 1, now(), now())`,
    [orgId, id, visibility],
  )
  return id
}
