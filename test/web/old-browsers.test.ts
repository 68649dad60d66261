import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { requireBuild } from './support/build.ts'

requireBuild()
const folder = resolve('dist-web/assets')
// Files of earlier builds are retained for open tabs.
const manifest = JSON.parse(readFileSync(resolve('dist-web/.vite/manifest.json'), 'utf8')) as Record<
  string,
  { file: string; css?: string[] }
>
const built = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))
const readFiles = (ending: string) =>
  [...readdirSync(folder).map((name) => `assets/${name}`), 'sw.js']
    .filter((name) => built.has(name) && name.endsWith(ending))
    .map((name) => [name, readFileSync(resolve('dist-web', name), 'utf8')] as const)

/** Features that Chrome 120, Firefox 125 or Safari 17.0 lack. A call behind `?.` has a fallback. */
const scripts: [string, RegExp][] = [
  ['AbortSignal.any', /AbortSignal\.any\(/],
  ['Promise.withResolvers', /Promise\.withResolvers\(/],
  ['Promise.try', /Promise\.try\(/],
  ['Object.groupBy, Map.groupBy', /(?:Object|Map)\.groupBy\(/],
  ['URL.parse', /\bURL\.parse\(/],
  ['RegExp.escape', /RegExp\.escape\(/],
  ['Error.isError', /Error\.isError\(/],
  ['Math.sumPrecise, Math.f16round', /Math\.(?:sumPrecise|f16round)\(/],
  ['Uint8Array.fromBase64, toBase64', /\.(?:fromBase64|toBase64|fromHex|toHex|setFromBase64)\(/],
  [
    'Iterator helpers',
    /\bIterator\.|\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|some|every|find|reduce|toArray|forEach)\(/,
  ],
  ['operations on sets', /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/],
  ['Intl.DurationFormat', /Intl\.DurationFormat/],
  ['Array.fromAsync', /Array\.fromAsync\(/],
  ['ReadableStream.from', /ReadableStream\.from\(/],
  ['Element.checkVisibility', /\.checkVisibility\(/],
  ['Document.startViewTransition', /\.startViewTransition\(/],
  ['scheduler', /\bscheduler\.(?:yield|postTask)\(/],
  ['scrollend', /addEventListener\([`'"]scrollend/],
  [
    'requestIdleCallback without a look whether it is there',
    /^(?!.*[`'"]requestIdleCallback[`'"]\s*in).*requestIdleCallback\(/s,
  ],
  ['crypto.randomUUID, which plain http lacks', /\.randomUUID\(/],
  ['regular expressions with modifiers or the v flag', /\(\?[ims]+-?[ims]*:|\/[gimsuy]*v[gimsuy]*\.(?:test|exec)\(/],
]

test.each(scripts)('no script relies on %s', (_, pattern) => {
  const found = readFiles('.js').filter(([, text]) => pattern.test(text))
  expect(found.map(([name]) => name)).toEqual([])
})

const styles: [string, RegExp][] = [
  ['light-dark()', /light-dark\(/],
  ['relative colors', /(?:rgb|hsl|oklch|lab|lch|color)\(from /],
  ['anchor positioning', /anchor-name|position-anchor|position-try/],
  ['@scope', /@scope/],
  ['interpolate-size', /interpolate-size|calc-size\(/],
]

test.each(styles)('no style relies on %s', (_, pattern) => {
  const found = readFiles('.css').filter(([, text]) => pattern.test(text))
  expect(found.map(([name]) => name)).toEqual([])
})
