import { audiences, pathOfAudience, type Audience } from '../kernel/audience.ts'

/**
 * Values of `resource` (RFC 8707) for the API and the MCP server, with or without a trailing slash; the first is the
 * default.
 */
export const resourcesOf = (baseUrl: string, of: readonly Audience[] = audiences): string[] =>
  of.flatMap((audience) => {
    const address = `${baseUrl}${pathOfAudience[audience]}`
    // The API has been named by all that is at its address, too.
    const named = audience === 'api' ? [address, baseUrl] : [address]
    return named.flatMap((name) => [name, `${name}/`])
  })

/** What is meant by the `resource` of a request, which may name several; undefined when it names what is not served. */
export function audiencesNamed(baseUrl: string, resource: unknown): Audience[] | undefined {
  const named = [resource ?? resourcesOf(baseUrl)[0]!].flat()
  const known = resourcesOf(baseUrl)
  if (named.some((address) => !known.includes(String(address)))) return undefined
  return audiences.filter((audience) =>
    resourcesOf(baseUrl, [audience]).some((address) => named.includes(address)),
  )
}
