import { describe, expect, test } from 'vitest'
import { markup, type Markup } from '../../src/api-docs/layout.ts'
import { allMessages, plural } from '../../src/core/messages/define-messages.ts'
import { chooseLanguage, languages, runInLanguage } from '../../src/core/messages/language.ts'

// Texts are defined when the server is loaded.
await import('../../src/app.ts')

const translations = languages.filter((language) => language !== 'en')

/** Lists texts by their paths: `signInTexts.title`. */
const listTexts = (value: unknown, path: string): [path: string, text: unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => listTexts(one, `${path}.${key}`))
    : [[path, value]]

const listAll = (language: (typeof languages)[number]) =>
  [...allMessages].flatMap(([name, texts]) => listTexts(texts[language], name))

const marks = ['47', '59', '83', '97']

/** Values of each type of parameter: numbers and words, parts of a page, links, and objects of these. */
const buildArgs: ((mark: string) => unknown)[] = [
  Number,
  (mark) => markup`${mark}`,
  (mark) => (text: string) => markup`${text.replaceAll(/\d/g, '')}${mark}`,
  () => Object.fromEntries(['inviter', 'email', 'org', 'role'].map((name, at) => [name, markup`${marks[at]!}`])),
]

/** Returns the values that a text shows, for the first type of values that it accepts. */
function findShown(text: (...args: unknown[]) => string | Markup): string[] {
  for (const build of buildArgs)
    try {
      const result = text(...marks.map(build))
      const shown = typeof result === 'string' ? result : result.html
      if (shown.includes('[object') || shown.includes('=>')) continue
      return marks.filter((mark) => shown.includes(mark))
    } catch {
      // The next type is tried.
    }
  throw new Error(`no arguments fit ${String(text)}`)
}

describe.each(translations)('the pages and emails in %s', (language) => {
  test('have all texts, and show the same values as in English', () => {
    const english = new Map(listAll('en'))
    const others = listAll(language)
    expect(others.map(([path]) => path)).toEqual([...english.keys()])
    expect(others.filter(([, text]) => text === '')).toEqual([])
    for (const [path, text] of others) {
      const original = english.get(path)
      if (typeof text === 'function')
        expect([path, findShown(text as never)]).toEqual([path, findShown(original as never)])
    }
  })
})

test('French has non-breaking spaces before double punctuation', () => {
  const texts = listAll('fr').map(([, text]) => String(text))
  expect(texts.length).toBeGreaterThan(80)
  expect(texts.filter((text) => /[\p{L}»] [:;!?»](?=[\s'`]|$)|« /u.test(text))).toEqual([])
})

/** Words of the form of address that a language does not use; “Sie” also begins sentences about others. */
const otherForms = {
  de: /(?<![.!?:„] |['"`(])\b(?:Sie|Ihnen|Ihre?[mnrs]?)\b/,
  es: /\b(?:usted|ustedes|vosotros|vuestr[ao]s?)\b/i,
  fr: /(?<![\p{L}])(?:tu|toi|ton|tes|tien(?:ne)?s?)(?![\p{L}])|(?<![\p{L}])t’/iu,
}

test.each(Object.entries(otherForms))('texts in %s address users in one form', (language, other) => {
  const texts = listAll(language as keyof typeof otherForms).map(([path, text]) => `${path}: ${String(text)}`)
  expect(texts.filter((text) => other.test(text))).toEqual([])
})

test.each([
  [undefined, 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, fr-CA', 'fr'],
  ['ja, es;q=0.3', 'es'],
  ['ja', 'en'],
  ['de;q=0, fr;q=0.1', 'fr'],
  [';q=,,de;q=x', 'en'],
])('the language of %s is %s', (header, language) => {
  expect(chooseLanguage(header)).toBe(language)
})

test('a count has the form and the digits of its language', () => {
  const forms = { one: '# jour', other: '# jours' }
  expect(runInLanguage('fr', () => [0, 1, 2].map((n) => plural(n, forms)))).toEqual(['0 jour', '1 jour', '2 jours'])
  expect(runInLanguage('de', () => plural(1234, { one: '#', other: '# Tage' }))).toBe('1.234 Tage')
})
