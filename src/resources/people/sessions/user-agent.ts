/** Patterns in order of precedence, since most browsers also name others for compatibility. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const findMatch = (patterns: [RegExp, string][], agent: string) =>
  patterns.find(([pattern]) => pattern.test(agent))?.[1]

/** Returns a readable name for a User-Agent, such as "Firefox on Linux". Falls back to its first product name. */
export function describeUserAgent(agent: string | null): string | null {
  if (agent === null || agent.trim() === '') return null
  const name = findMatch(browsers, agent) ?? agent.trim().split(/[\s/]/)[0]!.slice(0, 40)
  const system = findMatch(systems, agent)
  return system === undefined ? name : `${name} on ${system}`
}
