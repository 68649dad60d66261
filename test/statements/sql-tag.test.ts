import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Numbered parameters, and planning hints in a comment. */
const others = [/\$\d/, /\/\*custom\*\//]

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('db/'))
  .map((name) => `src/${name}`)

/** Finds files with statements that do not use the tag `sql`. */
const odd = sources.filter((file) => {
  const lines = readFileSync(file, 'utf8').split('\n')
  // Skips replacements, in which `$1` is a match.
  const text = lines.filter((line) => !/\.replace(All)?\(/.test(line)).join('\n')
  return others.some((kind) => kind.test(text))
})

test('every statement uses the tag sql', () => {
  expect(odd).toEqual([])
})
