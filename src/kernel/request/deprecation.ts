/** Since when the retired operations are deprecated, in the words of the Deprecation header (RFC 9745). */
export const deprecatedSince = '@1790294400' // 2026-09-25
/** When they go, in the words of the Sunset header (RFC 8594). */
export const sunsetDate = 'Sat, 25 Sep 2027 00:00:00 GMT'

/** The headers of every answer of a retired operation; `successorPath` is the real path, parameters filled in. */
export const deprecationHeaders = (successorPath: string): Record<string, string> => ({
  deprecation: deprecatedSince,
  sunset: sunsetDate,
  link: `<${successorPath}>; rel="successor-version"`,
})
