import type { Me } from '@svc/sdk'
import { createClient, whoAsks } from '../api/client.ts'
import { openSnapshot } from './cache.ts'
import { createData } from './create.ts'
import { setData } from './current.ts'
import { openKeep } from './keep.ts'
import type { Parts } from './make.ts'
import { openChannel } from './tabs.ts'

/** The user of the session, announced between tabs; null after sign-out. */
type SessionUser = string | null

const CHANNEL_NAME = 'svc-person'
let openServices: Parts | undefined
let isSigningOut = false

/**
 * Opens an organization from its snapshot and returns a function that closes it. `onAnother` is called when
 * the session belongs to another user.
 */
export function openData(org: string, me: Me, onAnother: () => void): () => void {
  const storage = openKeep(me.principal.id)
  let parts: Parts | undefined
  const channel = openChannel<SessionUser>(CHANNEL_NAME, (userId) => {
    if (userId === me.principal.id || isSigningOut) return
    if (userId === null) parts?.forget()
    onAnother()
  })
  let isClosed = false
  const load = async () => {
    const snapshot = await openSnapshot(storage, org)
    if (isClosed) return
    const clientFor = (headers?: Record<string, string>) =>
      createClient(org, { headers: { ...headers, 'x-person': me.principal.id } })
    const created = createData({ me, org, clientFor, whoAsks, onAnother, keep: storage, snapshot })
    openServices = parts = created.parts
    setData(created.data)
    void readSessionEnd(parts, org)
    if (await parts.start()) channel.post(me.principal.id)
  }
  void load()
  return () => {
    isClosed = true
    channel.close()
    parts?.close()
    setData(undefined)
  }
}

/** Deletes the stored data of a user who signed out, in all tabs. */
export async function forget(person: string): Promise<void> {
  isSigningOut = true
  openServices?.forget()
  const channel = openChannel<SessionUser>(CHANNEL_NAME, () => {})
  channel.post(null)
  channel.close()
  await openKeep(person).clear()
}

/** Reads when the session ends, after which the snapshot is not used. */
async function readSessionEnd({ cache }: Parts, org: string): Promise<void> {
  const sessions = createClient(org).request<Sessions>('GET', '/v1/me/sessions')
  const current = (await sessions.catch(() => undefined))?.data.find((session) => session.current)
  if (current) cache.until = Date.parse(current.expires_at)
}

interface Sessions {
  data: { current: boolean; expires_at: string }[]
}
