/** `Deprecation` header (RFC 9745) of all deprecated operations. */
export const deprecatedSince = '@1790294400' // 2026-09-25
/** `Sunset` header (RFC 8594) of all deprecated operations. */
export const sunsetDate = 'Sat, 25 Sep 2027 00:00:00 GMT'

/** Returns the headers of a deprecated operation; `successorPath` has its parameters filled in. */
export const deprecationHeaders = (successorPath: string): Record<string, string> => ({
  deprecation: deprecatedSince,
  sunset: sunsetDate,
  link: `<${successorPath}>; rel="successor-version"`,
})
