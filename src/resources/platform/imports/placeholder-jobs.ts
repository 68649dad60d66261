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
      const events = []
      for (const one of await queries.listMatchesByAddress(trx, orgId)) {
        const into = { user_id: one.into_user_id, username: one.into_username }
        const isNew = await queries.savePlaceholderMatch(trx, one, into)
        if (isNew) events.push(buildMatchEvent('member.placeholder_matched', one))
      }
      await commitSystemEvents(services, trx, events)
      return events.length
    }),
  )

/** Names members where their placeholders were named, slice by slice. Returns the number of slices. */
export const mergePlaceholders = (services: Dependencies): Promise<number> =>
  sumOverOrgs(services.database, queries.selectOrgsWithPlaceholders(), async (orgId) => {
    const failed: string[] = []
    for (let slices = 0; slices < MAX_SLICES; slices += 1) {
      const isOver = !(await tryMergeNext(services, failed, orgId))
      if (isOver || services.isDraining) return slices
    }
    return MAX_SLICES
  })

/** Merges the next slice, and returns whether there was one. A merge that fails must not stop the others. */
async function tryMergeNext(services: Dependencies, failed: string[], orgId?: string): Promise<boolean> {
  let merge: queries.PlaceholderMerge | undefined
  try {
    return await services.database.transaction(async (trx) => {
      merge = await queries.lockNextMerge(trx, failed, orgId)
      if (merge) await mergeNext(services, trx, merge)
      return merge !== undefined
    })
  } catch (error) {
    if (!merge) throw error
    const { org_id, user_id } = merge
    services.log('error', 'placeholder merge failed', { org_id, user_id, error: String(error) })
    failed.push(merge.user_id)
    return true
  }
}

async function mergeNext(services: Dependencies, trx: Transaction, merge: queries.PlaceholderMerge): Promise<void> {
  const next = await mergeSlice(trx, merge, SLICE_ROWS)
  if (next) await queries.saveMergeProgress(trx, merge, next)
  else {
    await queries.deletePlaceholder(trx, merge)
    await queries.deleteUnusedUser(trx, merge, PLACEHOLDER_ISSUER)
    await commitSystemEvents(services, trx, [buildMatchEvent('member.placeholder_merged', merge)])
  }
}
