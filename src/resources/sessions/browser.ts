/** The first that fits counts: most browsers name those whose pages they want to be given, too. */
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

const fitting = (known: [RegExp, string][], agent: string) => known.find(([shape]) => shape.test(agent))?.[1]

/** A User-Agent in words that its person recognizes; what names no known browser is told by its first word. */
export function browserNamed(agent: string | null): string | null {
  if (agent === null || agent.trim() === '') return null
  const name = fitting(browsers, agent) ?? agent.trim().split(/[\s/]/)[0]!.slice(0, 40)
  const system = fitting(systems, agent)
  return system === undefined ? name : `${name} on ${system}`
}
