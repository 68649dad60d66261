import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readSource = (path: string) => readFileSync(path, 'utf8').replace(/^import [^]*? from '.*'$/gm, '')
const sources = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/^messages.(de|es|fr)/.test(path))
  .map((path) => `web/${path}`)
  .map((path) => ({ path, whole: readFileSync(path, 'utf8'), code: readSource(path) }))

const definitions = sources.flatMap(({ path, whole }) =>
  [...whole.matchAll(/export const (\w+) = defineMessages(?:<[^(]*>)?\('\w+', \{([^]*?)\n\}\)/g)].map(
    ([, name = '', body = '']) => ({ path, name, keys: [...body.matchAll(/^ {2}(\w+):/gm)].map((found) => found[1]!) }),
  ),
)

/** Returns the use of a text in a file: by its name, or of all texts by a computed name or as a value. */
function isUsed(source: (typeof sources)[number], name: string, key: string): boolean {
  const alias = new RegExp(`\\b${name} as (\\w+)`).exec(source.whole)?.[1] ?? name
  return new RegExp(`\\b${alias}(\\.${key}\\b|\\[|\\)|,| \\}|;?$)|typeof ${alias}\\b`, 'm').test(source.code)
}

test('every text of the console is used', () => {
  expect(definitions.length).toBeGreaterThan(40)
  const unused = definitions.flatMap(({ path, name, keys }) => {
    const users = sources.filter((source) => source.path !== path && source.whole.includes(name))
    return keys.filter((key) => !users.some((source) => isUsed(source, name, key))).map((key) => `${name}.${key}`)
  })
  expect(unused).toEqual([])
})
