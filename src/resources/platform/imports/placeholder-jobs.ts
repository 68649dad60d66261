import { PLACEHOLDER_ISSUER } from '../../../auth/users.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { sumOverOrgs } from '../../../db/citus/per-org.ts'
import type { Transaction } from '../../../db/database.ts'
import { commitSystemEvents } from '../../../events/log.ts'
import { mergeSlice } from './queries/merge.ts'
import * as queries from './queries/placeholders.ts'
import { buildMatchEvent } from './rules.ts'

const SLICE_ROWS = 1000
/** Maximum number of transactions per run, so that a shutdown does not wait long; the next run continues. */
const MAX_SLICES = 200

/** Finds placeholders whose verified address a member has, and returns their number. */
export const matchPlaceholders = (services: Dependencies): Promise<number> =>
  sumOverOrgs(services.database, queries.selectOrgsWithPlaceholders(), (orgId) =>
    services.database.transaction(async (trx) => {
      await queries.deleteJoinedPlaceholders(trx, orgId)
      const matches = await queries.listMatchesByAddress(trx, orgId)
      for (const { org_id, user_id, into_user_id, into_username } of matches)
        await queries.savePlaceholderMatch(trx, { org_id, user_id }, { user_id: into_user_id, username: into_username })
      const events = matches.map((one) => buildMatchEvent('member.placeholder_matched', one))
      await commitSystemEvents(services, trx, events)
      return matches.length
    }),
  )

/** Names members where their placeholders were named, slice by slice. Returns the number of slices. */
export const mergePlaceholders = (services: Dependencies): Promise<number> =>
  sumOverOrgs(services.database, queries.selectOrgsWithPlaceholders(), async (orgId) => {
    for (let slices = 0; slices < MAX_SLICES; slices += 1) {
      const merge = await services.database.transaction((trx) => mergeNext(services, trx, orgId))
      if (!merge) return slices
      if (merge.isDone) await queries.deleteUnusedUser(services.database.db, merge.user_id, PLACEHOLDER_ISSUER)
      if (services.isDraining) return slices
    }
    return MAX_SLICES
  })

async function mergeNext(services: Dependencies, trx: Transaction, orgId?: string) {
  const merge = await queries.lockNextMerge(trx, orgId)
  if (!merge) return undefined
  const next = await mergeSlice(trx, merge, SLICE_ROWS)
  if (next) await queries.saveMergeProgress(trx, merge, next)
  else {
    await queries.deletePlaceholder(trx, merge)
    await commitSystemEvents(services, trx, [buildMatchEvent('member.placeholder_merged', merge)])
  }
  return { user_id: merge.user_id, isDone: next === null }
}
