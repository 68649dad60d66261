import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What still has statements of another kind. Whoever converts one of these takes it off the list. */
const notYet: string[] = ['src/kernel/sql.ts']

/** Numbered parameters, planning said in a comment, and the functions that took such texts. */
const others = [
  /\$\d/,
  /\/\*custom\*\//,
  /import \{[^}]*\b(query|lookUp|numbered)\b[^}]*\} from '[^']*\/db\/(database|sql)\.ts'/,
  /\b(inOrganizations|sizedList)\b/,
]

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
  expect(odd.filter((file) => !notYet.some((place) => file.startsWith(place)))).toEqual([])
})

test('every place on the list still has statements to convert', () => {
  expect(notYet.filter((place) => !odd.some((file) => file.startsWith(place)))).toEqual([])
})
