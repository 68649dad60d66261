import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { chooseLanguage, languageNames } from '../../../web/components/util/language.ts'

const folder = resolve('web/messages')
const helpers = ['define-messages.ts', 'load-translation.ts', 'plural.ts', 'pseudo-language.ts']
const modules = readdirSync(folder).filter((name) => name.endsWith('.ts') && !helpers.includes(name))
const languages = Object.keys(languageNames).filter((language) => language !== 'en')

type Texts = Record<string, unknown>

/** Imports texts as a browser with a language does. */
async function importIn(language: string, names: readonly string[]): Promise<Texts> {
  vi.resetModules()
  vi.stubGlobal('navigator', { language, languages: [language] })
  vi.stubGlobal('document', { documentElement: {} })
  const { loadTranslation } = await import('../../../web/messages/load-translation.ts')
  await loadTranslation()
  const parts = await Promise.all(
    names.map((name) => import(/* @vite-ignore */ `../../../web/messages/${name}`) as Promise<Texts>),
  )
  return Object.assign({}, ...parts) as Texts
}

afterEach(() => {
  vi.unstubAllGlobals()
  // Other files of this process get English texts.
  vi.resetModules()
})

const defined = modules.flatMap((name) =>
  [...readFileSync(resolve(folder, name), 'utf8').matchAll(/defineMessages(?:<.*>)?\(\s*'(\w+)'/g)].map(
    (found) => found[1]!,
  ),
)

/** Lists the texts of a module by their paths: `listTexts.empty`. */
const listTexts = (value: unknown, path: string): [path: string, text: unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => listTexts(one, `${path}.${key}`))
    : [[path, value]]

type Call = (...args: readonly unknown[]) => unknown

/** Calls with numbers, which texts show unless they are a count of one or none. */
const samples = [
  [31, 47, 59, 83],
  [1, 47, 59, 83],
  [0, 47, 59, 83],
  [31, 1, 59, 83],
  [31, 0, 59, 83],
]

/** Returns the parameters that a text shows, and undefined for a call with arguments of another type. */
function findShown(text: unknown, args: readonly number[]): number[] | undefined {
  const render = (values: readonly unknown[]) => JSON.stringify((text as Call)(...values))
  for (const values of [args, args.map(String)])
    try {
      const shown = render(values)
      return args.filter((arg) => arg > 1 && shown.includes(String(arg)))
    } catch {
      // The next type is tried.
    }
  return undefined
}

describe.each(languages)('the translation into %s', (language) => {
  const catalogue = `${language}/catalogue-${language}.ts`
  const load = async () => {
    const english = Object.fromEntries(
      Object.entries(await importIn('en', modules)).filter(([name]) => defined.includes(name)),
    )
    return { english, translated: await importIn(language, [catalogue]) }
  }

  test('has all texts, in the same order', async () => {
    const { english, translated } = await load()
    const paths = (texts: Texts) =>
      Object.keys(english).flatMap((name) => listTexts(texts[name], name).map(([path]) => path))
    expect(Object.keys(translated).toSorted()).toEqual(defined.toSorted())
    expect(paths(translated)).toEqual(paths(english))
  })

  test('is not empty where English is not', async () => {
    const { english, translated } = await load()
    const found = listTexts(translated, '').filter(([, text]) => text === '')
    expect(
      found.filter(([path]) => !listTexts(english, '').some(([same, text]) => same === path && text === '')),
    ).toEqual([])
  })

  test('shows the same values', async () => {
    const { english, translated } = await load()
    const others = new Map(listTexts(translated, ''))
    const shown = (text: unknown) =>
      samples.map((args) => findShown(text, args.slice(0, Math.max((text as Call).length, 1))))
    const different = listTexts(english, '').flatMap(([path, text]) => {
      if (typeof text !== 'function') return []
      const [expected, actual] = [shown(text), shown(others.get(path))]
      return JSON.stringify(expected) === JSON.stringify(actual) ? [] : [{ path, expected, actual }]
    })
    expect(different).toEqual([])
  })

  test('is what the console shows in that language', async () => {
    const { boardTexts } = await importIn(language, ['board.ts'])
    const { translated } = await load()
    expect((boardTexts as { notByHand: string }).notByHand).toBe(
      (translated['boardTexts'] as { notByHand: string }).notByHand,
    )
  })
})

const counted: [string, number, string][] = [
  ['en', 0, '0 members'],
  ['en', 1, '1 member'],
  ['en', 1234, '1,234 members'],
  ['de', 0, '0 Mitglieder'],
  ['de', 1, '1 Mitglied'],
  ['de', 1234, '1.234 Mitglieder'],
  ['fr', 0, '0 membre'],
  ['fr', 1, '1 membre'],
  ['fr', 2, '2 membres'],
  ['es', 1, '1 miembro'],
  ['es', 2, '2 miembros'],
]

test.each(counted)('in %s, %i members are “%s”', async (language, count, text) => {
  const { memberTexts } = await importIn(language, ['members.ts'])
  expect((memberTexts as { count: (n: number) => string }).count(count)).toBe(text)
})

test.each([
  [null, ['en-US'], 'en', 'en-US'],
  [null, ['de-AT', 'en'], 'de', 'de-AT'],
  [null, ['ja-JP', 'de', 'en'], 'de', 'de'],
  [null, ['ja-JP'], 'en', 'ja-JP'],
  [null, ['C'], 'en', undefined],
  [null, [], 'en', undefined],
  ['de', ['en-US', 'de-CH'], 'de', 'de-CH'],
  ['de', ['en-US'], 'de', 'de-US'],
  ['en', ['de-DE'], 'en', 'en-DE'],
  ['tlh', ['de-DE'], 'de', 'de-DE'],
])(
  'the preference %s with the languages %j of the browser is %s, with the dates of %s',
  (preferred, tags, language, locale) => {
    expect(chooseLanguage(preferred, tags)).toEqual({ language, locale })
  },
)

test('French has non-breaking spaces before double punctuation and within quotation marks', () => {
  const files = readdirSync(resolve(folder, 'fr')).map((name) => readFileSync(resolve(folder, 'fr', name), 'utf8'))
  const texts = files.flatMap((text) => text.match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? [])
  expect(texts.length).toBeGreaterThan(1000)
  // A conditional expression within a template is not text.
  const words = texts.map((text) => text.replaceAll(/\$\{[^}]*\}/g, '…'))
  expect(words.filter((text) => /\p{L} [:;!?»]|… [:;!?»]|« /u.test(text))).toEqual([])
})
