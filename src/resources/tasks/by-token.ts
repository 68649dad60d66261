import { byOrganization } from '../../db/by-organization.ts'
import type { Db } from '../../db/database.ts'
import { sharedLookUp } from '../../db/gathered.ts'
import { sql } from '../../db/sql.ts'
import { placesOfTokens } from '../../identity/token-organizations.ts'
import type { Services } from '../../kernel/services/services.ts'
import { rightsOn, seenTaskColumns, type TaskSeen } from './rows.ts'
import { seenApart } from './seen-apart.ts'

/** A task that is asked for with an access token, of which only the SHA-256 is known, in hex. */
interface Wanted {
  tokenHash: string
  taskId: string
}

type WantedRow = TaskSeen & { token_hash: string }

const nameOf = ({ tokenHash, taskId }: Wanted) => `${tokenHash} ${taskId}`

const selectWanted = (wanted: Wanted[]) => sql<WantedRow>`
  select w.token_hash, ${seenTaskColumns}
  from (values ${sql.rows(wanted.map(({ tokenHash, taskId }) => [tokenHash, taskId]))}) w (token_hash, task_id)
  join access_tokens k on k.token_hash = decode(w.token_hash, 'hex')
  join tasks t on t.org_id = k.org_id and t.task_id = w.task_id and t.deleted_at is null
  ${rightsOn('t', sql`k.principal_user_id`)}`

/** The same where the tables are spread: the token says which organization to ask, and for whom. */
async function findWanted(db: Db, wanted: Wanted[]): Promise<WantedRow[]> {
  const found = await placesOfTokens(db, [...new Set(wanted.map(({ tokenHash }) => tokenHash))])
  const places = new Map(found.map((place) => [place.hash, place]))
  const asked = wanted.flatMap(({ tokenHash, taskId }) => {
    const place = places.get(tokenHash)
    return place ? [{ ...place, token_hash: tokenHash, task_id: taskId }] : []
  })
  const groups = byOrganization(asked)
  return (await Promise.all(groups.map(([orgId, some]) => seenApart(db, orgId, some)))).flat()
}

const lookUp = sharedLookUp({
  select: (wanted: Wanted[]) => selectWanted(wanted),
  findSpread: findWanted,
  nameOf,
  nameOfRow: (row) => nameOf({ tokenHash: row.token_hash, taskId: row.task_id }),
})

/**
 * The live task of this id in a token's organization, as the token's principal sees it: what `findTask` finds for a caller
 * that the token lets in. Requests that come at once share a statement.
 */
export const findTaskByToken = (
  { database }: Pick<Services, 'database'>,
  tokenHash: string,
  taskId: string,
): Promise<TaskSeen | undefined> =>
  // PostgreSQL takes no NUL in a text, and would refuse the statement to all who share it.
  taskId.includes('\0') ? Promise.resolve(undefined) : lookUp(database, { tokenHash, taskId })
