import { importsListPlaceholders } from '@svc/sdk/operations'
import { importTexts as messages } from '../../messages/imports.ts'
import { createApiClient } from '../../api/client.ts'

/** Loads how the console names the people of imports who are no members, by username. */
export async function loadPlaceholderLabels(org: string): Promise<Map<string, string>> {
  const svc = createApiClient(org)
  const labels = new Map<string, string>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await importsListPlaceholders(svc, { limit: 200, ...(cursor && { cursor }) })
    for (const { username } of page.data) labels.set(username, messages.placeholderLabel(username))
    cursor = page.next_cursor
  }
  return labels
}
