import { invalid } from '../../kernel/problem.ts'
import type { ResourceRow } from './rows.ts'
import type { ResourceUpdate } from './schemas.ts'

/** What a client may change of a resource. */
export type Attributes = Pick<ResourceRow, 'resource_name' | 'resource_url' | 'resource_type'>
export const attributes = ['resource_name', 'resource_url', 'resource_type'] as const

/** The address of a link as it is kept; 422 for one that is not http or https, since a click might run it. */
export function linkAddress(url: string | null | undefined): string | null {
  if (url == null) return null
  const parsed = URL.canParse(url) ? new URL(url) : null
  // Characters that a parser silently drops are refused, since other programs may read the address in another way.
  if (!parsed || !/^https?:\/\/[^\s\\]+$/i.test(url) || /\p{Cc}/u.test(url))
    throw invalid(
      ['body', 'resource_url'],
      'must be an http or https address, such as https://example.com/plan',
    )
  if (parsed.username || parsed.password)
    throw invalid(['body', 'resource_url'], 'must not hold a user name or password')
  return url
}

/** The attributes as a body wants them: an absent one stays, and null clears what may be empty. */
export function wantedAttributes(stored: ResourceRow, body: ResourceUpdate): Attributes {
  const { resource_name, resource_url, resource_type } = body
  return {
    resource_name: resource_name ?? stored.resource_name,
    resource_url:
      stored.is_file || resource_url === undefined ? stored.resource_url : linkAddress(resource_url),
    resource_type: resource_type === undefined ? stored.resource_type : resource_type,
  }
}

/** 422 when the body names another project than the one meant. */
export function requireSameProject(meant: string, named: string | null | undefined): void {
  if (named != null && named !== meant)
    throw invalid(['body', 'project_id'], `differs from the project ${meant}`, 'mismatch')
}
