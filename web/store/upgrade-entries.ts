import type { BrowserStorage } from './storage.ts'
import type { OutboxEntry } from './mutations.ts'
import type { OptimisticPatch, RowRef } from './types.ts'

type EarlierPatch = RowRef & ({ patch: object } | { made: object } | { gone: true })

/** Entry as stored by earlier versions of the console, under other keys, so that their open tabs do not read new ones. */
type EarlierEntry = Omit<OutboxEntry, 'optimisticPatches' | 'state' | 'conflict'> & {
  optimisticPatches: EarlierPatch[]
  state: 'waiting' | 'asking' | 'refused'
}

/** Moves entries of earlier versions to the current format, so that they are sent. */
export async function upgradeEntries({ storage, org }: { storage: BrowserStorage; org: string }): Promise<void> {
  for (const entry of await storage.listByPrefix<EarlierEntry>(`${org}/outbox/`)) {
    await storage.set(`${org}/mutations/${entry.id}`, upgradeEntry(entry))
    await storage.delete(`${org}/outbox/${entry.id}`)
  }
}

/** A conflict is detected again when the entry is sent. */
const upgradeEntry = (entry: EarlierEntry): OutboxEntry => ({
  ...entry,
  optimisticPatches: entry.optimisticPatches.map((patch) => upgradePatch(patch)),
  state: entry.state === 'refused' ? 'refused' : 'pending',
})

const upgradePatch = ({ kind, id, ...change }: EarlierPatch): OptimisticPatch => {
  if ('made' in change) return { type: 'create', kind, id, row: { ...change.made } }
  if ('gone' in change) return { type: 'delete', kind, id }
  return { type: 'patch', kind, id, patch: { ...change.patch } }
}
