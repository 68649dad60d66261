import { invalid } from '../../../core/errors.ts'
import type { ResourceAttributes, ResourceRow } from './queries.ts'
import type { ResourceUpdate } from './schema.ts'

export const updatableResourceFields = ['resource_name', 'resource_url', 'resource_type'] as const

/** Validates the URL of a link. Throws 422 unless it is http or https, since others could execute on click. */
export function parseLinkUrl(url: string | null | undefined): string | null {
  if (url == null) return null
  const parsed = URL.canParse(url) ? new URL(url) : null
  // Rejects characters that the URL parser drops, since other parsers may treat them differently.
  if (!parsed || !/^https?:\/\/[^\s\\]+$/i.test(url) || /\p{Cc}/u.test(url))
    throw invalid(['body', 'resource_url'], 'must be an http or https URL, for example https://example.com/plan')
  if (parsed.username || parsed.password)
    throw invalid(['body', 'resource_url'], 'must not contain a username or password')
  return url
}

export function applyResourceUpdate(stored: ResourceRow, body: ResourceUpdate): ResourceAttributes {
  const { resource_name, resource_url, resource_type } = body
  return {
    resource_name: resource_name ?? stored.resource_name,
    resource_url: stored.is_file || resource_url === undefined ? stored.resource_url : parseLinkUrl(resource_url),
    resource_type: resource_type === undefined ? stored.resource_type : resource_type,
  }
}

export function requireSameProject(expected: string, sent: string | null | undefined): void {
  if (sent != null && sent !== expected)
    throw invalid(['body', 'project_id'], `must be the project ${expected}`, 'mismatch')
}
