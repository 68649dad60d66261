import type { Field } from '@svc/sdk'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'

type Send = (client: ReturnType<typeof createApiClient>) => Promise<unknown>

/** Sends a change of a field in the version that is shown, and lets all lists read the field again. */
export async function changeField(
  { field_id, version }: Pick<Field, 'field_id' | 'version'>,
  send: Send,
): Promise<void> {
  const { org } = getStore()
  try {
    await send(createApiClient(org, { headers: { 'if-match': `"${version}-"` } }))
  } finally {
    // After a failure too: the page may show an old state.
    getStore().notifyChanged('fields', field_id)
  }
}

export async function createField(body: Record<string, unknown>): Promise<Field> {
  const { org } = getStore()
  const field = await createApiClient(org).fields.create(body as never)
  getStore().notifyChanged('fields', field.field_id)
  return field
}
