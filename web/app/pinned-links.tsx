import { signal } from '@preact/signals'
import type { ViewPin } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { createApiClient } from '../api/client.ts'
import { getStore } from '../store/current-store.ts'
import { frameTexts } from '../messages/app.ts'
import { getHueClass } from '../components/avatar.tsx'
import { SidebarGroup, SidebarLink } from './sidebar-links.tsx'

const pins = signal<{ org: string; rows: readonly ViewPin[] } | undefined>()

export async function readPins(org: string): Promise<void> {
  const { data: rows } = await createApiClient(org).viewPins.list()
  pins.value = { org, rows }
}

export function PinnedLinks() {
  const { org } = getStore()
  // Pinning or renaming a view changes the views, which are live.
  const views = getStore().all('views').value
  useEffect(() => void readPins(org).catch(() => undefined), [org, views])
  const rows = pins.value?.org === org ? pins.value.rows : []
  if (rows.length === 0) return null
  return (
    <SidebarGroup name="pins" title={frameTexts.pinned}>
      {rows.map(({ pin_type, pin_id, label }) =>
        pin_type === 'project' ? (
          <SidebarLink
            key={pin_id}
            to={`/o/${org}/p/${pin_id}`}
            icon={<span class={`sidebar-dot ${getHueClass(pin_id)}`} />}
            label={label}
          />
        ) : (
          <SidebarLink key={pin_id} to={`/o/${org}/v/${pin_id}`} icon="pin" label={label} />
        ),
      )}
    </SidebarGroup>
  )
}
