import { byOrganization } from '../../db/by-organization.ts'
import type { Db } from '../../db/database.ts'
import { sharedLookUp } from '../../db/gathered.ts'
import { sql } from '../../db/sql.ts'
import { placesOfTokens } from '../../identity/token-organizations.ts'
import type { Services } from '../../kernel/services/services.ts'
import { rightsOn, seenTaskColumns, type TaskSeen } from './rows.ts'
import { seenApart } from './seen-apart.ts'

/** Requested task, with the SHA-256 of the access token in hex. */
interface TaskByToken {
  tokenHash: string
  taskId: string
}

type TaskByTokenRow = TaskSeen & { token_hash: string }

const nameOf = ({ tokenHash, taskId }: TaskByToken) => `${tokenHash} ${taskId}`

const selectTasksByToken = (requests: TaskByToken[]) => sql<TaskByTokenRow>`
  select w.token_hash, ${seenTaskColumns}
  from (values ${sql.rows(requests.map(({ tokenHash, taskId }) => [tokenHash, taskId]))}) w (token_hash, task_id)
  join access_tokens k on k.token_hash = decode(w.token_hash, 'hex')
  join tasks t on t.org_id = k.org_id and t.task_id = w.task_id and t.deleted_at is null
  ${rightsOn('t', sql`k.principal_user_id`)}`

/** Finds the tasks on a sharded database, where the token first determines organization and user. */
async function findSharded(db: Db, requested: TaskByToken[]): Promise<TaskByTokenRow[]> {
  const found = await placesOfTokens(db, [...new Set(requested.map(({ tokenHash }) => tokenHash))])
  const tokens = new Map(found.map((token) => [token.hash, token]))
  const requests = requested.flatMap(({ tokenHash, taskId }) => {
    const token = tokens.get(tokenHash)
    return token ? [{ ...token, token_hash: tokenHash, task_id: taskId }] : []
  })
  const groups = byOrganization(requests)
  return (await Promise.all(groups.map(([orgId, group]) => seenApart(db, orgId, group)))).flat()
}

const lookup = sharedLookUp({
  select: (wanted: TaskByToken[]) => selectTasksByToken(wanted),
  findSpread: findSharded,
  nameOf,
  nameOfRow: (row) => nameOf({ tokenHash: row.token_hash, taskId: row.task_id }),
})

/** Finds a live task in the token's organization, as `findTask` does for its user. Batches concurrent lookups. */
export const findTaskByToken = (
  { database }: Pick<Services, 'database'>,
  tokenHash: string,
  taskId: string,
): Promise<TaskSeen | undefined> =>
  // PostgreSQL rejects NUL in text, which would fail the whole batch.
  taskId.includes('\0') ? Promise.resolve(undefined) : lookup(database, { tokenHash, taskId })
