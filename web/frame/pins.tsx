import { signal } from '@preact/signals'
import type { ViewPin } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { createClient } from '../api/client.ts'
import { data } from '../data/current.ts'
import { frameTexts } from '../messages/frame.ts'
import { hueOf } from '../ui/avatar.tsx'
import { Group, PlaceLink } from './places.tsx'

const pins = signal<{ org: string; rows: readonly ViewPin[] } | undefined>()

export async function readPins(org: string): Promise<void> {
  const { data: rows } = await createClient(org).viewPins.list()
  pins.value = { org, rows }
}

export function Pins() {
  const { org } = data()
  // Pinning or renaming a view changes the views, which are live.
  const views = data().all('views').value
  useEffect(() => void readPins(org).catch(() => undefined), [org, views])
  const rows = pins.value?.org === org ? pins.value.rows : []
  if (rows.length === 0) return null
  return (
    <Group name="pins" title={frameTexts.pinned}>
      {rows.map(({ pin_type, pin_id, label }) =>
        pin_type === 'project' ? (
          <PlaceLink
            key={pin_id}
            to={`/o/${org}/p/${pin_id}`}
            icon={<span class={`sidebar-dot ${hueOf(pin_id)}`} />}
            label={label}
          />
        ) : (
          <PlaceLink key={pin_id} to={`/o/${org}/v/${pin_id}`} icon="pin" label={label} />
        ),
      )}
    </Group>
  )
}
