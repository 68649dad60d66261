/** When the retired operations were announced, and when they go. RFC 9745 and RFC 8594. */
export const deprecatedSince = '@1790294400' // 2026-09-25
export const sunsetDate = 'Sat, 25 Sep 2027 00:00:00 GMT'

/** The headers of every answer of a retired operation; `successorPath` is the real path, parameters filled in. */
export const deprecationHeaders = (successorPath: string): Record<string, string> => ({
  deprecation: deprecatedSince,
  sunset: sunsetDate,
  link: `<${successorPath}>; rel="successor-version"`,
})
