import type { Me } from '@svc/sdk'
import { createClient } from '../api/client.ts'
import { openSnapshot } from './cache.ts'
import { createData } from './create.ts'
import { setData } from './current.ts'
import { openKeep } from './keep.ts'
import { openChannel } from './tabs.ts'

/** Opens the data of an organization, with what was kept of it; returns what closes it. */
export function openData(org: string, me: Me): () => void {
  const keep = openKeep(me.principal.id)
  let close: (() => void) | undefined
  // A page of another person has the session of this one now.
  const people = openChannel<string>('svc-person', (id) => {
    if (id !== me.principal.id) location.reload()
  })
  people.post(me.principal.id)
  let isClosed = false
  void openSnapshot(keep, org).then((snapshot) => {
    if (isClosed) return undefined
    const clientFor = (headers?: Record<string, string>) => createClient(org, headers && { headers })
    const { data, parts } = createData({ me, org, clientFor, keep, snapshot })
    setData(data)
    void parts.start()
    void noteEnd(parts.cache, org)
    close = () => parts.close()
    return undefined
  })
  return () => {
    isClosed = true
    people.close()
    close?.()
    setData(undefined)
  }
}

/** Until when what is kept may be painted: as long as the session lasts if it is not used again. */
async function noteEnd(cache: { until: number }, org: string): Promise<void> {
  const sessions = createClient(org).request<Sessions>('GET', '/v1/me/sessions')
  const current = (await sessions.catch(() => undefined))?.data.find((session) => session.current)
  if (current) cache.until = Date.parse(current.expires_at)
}

interface Sessions {
  data: { current: boolean; expires_at: string }[]
}
