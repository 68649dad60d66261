import { audiences, audiencePaths, type TokenAudience } from '../core/audience.ts'

/**
 * Lists the `resource` values (RFC 8707) of the API and the MCP server, with and without a trailing slash; the first is
 * the default.
 */
export const listResourceIndicators = (baseUrl: string, of: readonly TokenAudience[] = audiences): string[] =>
  of.flatMap((audience) => {
    const url = `${baseUrl}${audiencePaths[audience]}`
    // The base URL alone also identifies the API.
    const requested = audience === 'api' ? [url, baseUrl] : [url]
    return requested.flatMap((name) => [name, `${name}/`])
  })

/** Returns the audiences of a `resource` parameter, which may have several values; undefined if one is unknown. */
export function resolveResourceAudiences(baseUrl: string, resource: unknown): TokenAudience[] | undefined {
  const requested = [resource ?? listResourceIndicators(baseUrl)[0]!].flat()
  const supported = listResourceIndicators(baseUrl)
  if (requested.some((url) => !supported.includes(String(url)))) return undefined
  return audiences.filter((audience) =>
    listResourceIndicators(baseUrl, [audience]).some((url) => requested.includes(url)),
  )
}
