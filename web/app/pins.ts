import { signal } from '@preact/signals'
import type { ViewPin } from '@svc/sdk'
import { createApiClient } from '../api/client.ts'

export const pins = signal<{ org: string; rows: readonly ViewPin[] } | undefined>()

export async function readPins(org: string): Promise<void> {
  const { data: rows } = await createApiClient(org).viewPins.list()
  pins.value = { org, rows }
}
