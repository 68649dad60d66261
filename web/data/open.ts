import type { Me } from '@svc/sdk'
import { createClient, whoAsks } from '../api/client.ts'
import { openSnapshot } from './cache.ts'
import { createData } from './create.ts'
import { setData } from './current.ts'
import { openKeep } from './keep.ts'
import type { Parts } from './make.ts'
import { openChannel } from './tabs.ts'

/** Whose session pages of this browser have: the id of a person, or that nobody is signed in any more. */
type Whose = string | null

const people = 'svc-person'
let opened: Parts | undefined
let isLeaving = false

/**
 * Opens the data of an organization, with what was kept of it; returns what closes it. `onAnother` is told when the session
 * of this browser is this person's no more.
 */
export function openData(org: string, me: Me, onAnother: () => void): () => void {
  const keep = openKeep(me.principal.id)
  let parts: Parts | undefined
  const channel = openChannel<Whose>(people, (whose) => {
    if (whose === me.principal.id || isLeaving) return
    if (whose === null) parts?.forget()
    onAnother()
  })
  let isClosed = false
  const begin = async () => {
    const snapshot = await openSnapshot(keep, org)
    if (isClosed) return
    const clientFor = (headers?: Record<string, string>) =>
      createClient(org, { headers: { ...headers, 'x-person': me.principal.id } })
    const made = createData({ me, org, clientFor, whoAsks, onAnother, keep, snapshot })
    opened = parts = made.parts
    setData(made.data)
    void noteEnd(parts, org)
    if (await parts.start()) channel.post(me.principal.id)
  }
  void begin()
  return () => {
    isClosed = true
    channel.close()
    parts?.close()
    setData(undefined)
  }
}

/** Forgets what this browser keeps of a person who signed out, in all of its tabs. */
export async function forget(person: string): Promise<void> {
  isLeaving = true
  opened?.forget()
  const channel = openChannel<Whose>(people, () => {})
  channel.post(null)
  channel.close()
  await openKeep(person).clear()
}

/** Until when what is kept may be painted: as long as the session lasts if it is not used again. */
async function noteEnd({ cache }: Parts, org: string): Promise<void> {
  const sessions = createClient(org).request<Sessions>('GET', '/v1/me/sessions')
  const current = (await sessions.catch(() => undefined))?.data.find((session) => session.current)
  if (current) cache.until = Date.parse(current.expires_at)
}

interface Sessions {
  data: { current: boolean; expires_at: string }[]
}
