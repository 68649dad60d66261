import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Numbered parameters, and planning said in a comment. */
const others = [/\$\d/, /\/\*custom\*\//]

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('db/'))
  .map((name) => `src/${name}`)

/** Files with statements that are not written with the tag `sql`. */
const odd = sources.filter((file) => {
  const lines = readFileSync(file, 'utf8').split('\n')
  // In a replacement `$1` is what was found.
  const text = lines.filter((line) => !/\.replace(All)?\(/.test(line)).join('\n')
  return others.some((kind) => kind.test(text))
})

test('statements are written with the tag sql alone', () => {
  expect(odd).toEqual([])
})
