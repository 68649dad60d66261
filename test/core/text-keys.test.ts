import { describe, expect, test } from 'vitest'
import { normalizeForSearch, toEmailLookupKey, toSortKey, toUniqueKey } from '../../src/core/text.ts'

describe('case folding', () => {
  test.each([
    ['STRASSE', 'straße', 'strasse'],
    ['ẞ', 'ß', 'ss'],
    ['İSTANBUL', 'istanbul', 'istanbul'],
    ['I\u0307', 'i', 'i'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος', 'σίσυφοσ'],
    ['ᾈ', 'ᾀ', 'ἀι'],
    ['ᾼ', 'ᾳ', 'αι'],
    ['ŉ', 'ʼN', 'ʼn'],
    ['ǰ', 'J\u030c', 'ǰ'],
    ['ΐ', 'Ϊ\u0301', 'ΐ'],
    ['ﬁ', 'FI', 'fi'],
    ['ﬃ', 'FFI', 'ffi'],
    ['ﬀ', 'FF', 'ff'],
    ['ﬅ', 'ST', 'st'],
    ['ﬓ', 'ՄՆ', 'մն'],
    ['և', 'ԵՒ', 'եւ'],
    ['ſ', 'S', 's'],
    ['ẛ', 'Ṡ', 'ṡ'],
    ['µ', 'Μ', 'μ'],
    ['ϑ', 'ϴ', 'θ'],
    ['Ω', 'Ω', 'ω'],
    ['K', 'k', 'k'],
    ['Å', 'å', 'å'],
    ['A\u030a', 'å', 'å'],
    ['ᲀ', 'В', 'в'],
    ['Ǆ', 'ǅ', 'ǆ'],
    ['Ა', 'ა', 'ა'],
    ['Ꭰ', 'ꭰ', 'ꭰ'],
    ['Ⓐ', 'ⓐ', 'ⓐ'],
    ['Ａ', 'ａ', 'ａ'],
    ['𐐀', '𐐨', '𐐨'],
  ])('treats %s and %s as equal', (one, other, folded) => {
    expect([normalizeForSearch(one), normalizeForSearch(other)]).toEqual([folded, folded])
  })

  test.each([
    ['ı', 'i'],
    ['e', 'é'],
    ['ss', 's'],
    ['a', 'а'],
  ])('distinguishes %s and %s', (one, other) => expect(normalizeForSearch(one)).not.toBe(normalizeForSearch(other)))

  test('is equal for every character and its capital, and idempotent', () => {
    for (let code = 0; code < 0x20000; code++) {
      const one = String.fromCodePoint(code)
      // ı is not the lowercase of I, and a combining mark has none.
      if (one === 'ı' || /[\p{Cs}\u0345]/u.test(one)) continue
      expect([code, normalizeForSearch(one.toUpperCase())]).toEqual([code, normalizeForSearch(one)])
      expect([code, normalizeForSearch(`a${normalizeForSearch(one)}`)]).toEqual([code, normalizeForSearch(`a${one}`)])
    }
  })

  test('distinguishes mailboxes that differ', () => {
    expect(toEmailLookupKey('Straße@example.com')).not.toBe(toEmailLookupKey('strasse@example.com'))
    expect(toEmailLookupKey('ADA@Example.com')).toBe('ada@example.com')
  })
})

describe('sort keys', () => {
  /** In each line every name sorts before the next or equal to it. */
  const orders = [
    ['Task 1', 'Task 2', 'task 9', 'Task 10', 'Task 10a', 'Task 11', 'Task 100', 'Tasks'],
    ['1', '2', '10', '99999999999999999999', '100000000000000000000', 'a'],
    ['v1.2', 'v1.9', 'v1.10', 'v2.0'],
    ['2026-01-02', '2026-01-10', '2026-02-01', '2026-11-01'],
    ['item 0', 'item 00', 'item 01', 'item 1', 'item 2'],
    ['Äpfel 1', 'Apfel 2', 'Äpfel 10', 'Birne', 'Öl', 'Olive', 'Zebra'],
    ['resume', 'résumé', 'resumes'],
    ['Lodz', 'Łódź', 'Lok'],
    ['Orsted', 'Ørsted', 'Oz'],
    ['Aeon', 'Æon', 'Afa'],
    ['Strasse', 'Strast'],
    ['a b', 'a-b', 'ab'],
    [' a', '_a', '-a', '(a)', '#a', '$5', '5', 'a'],
    ['🦀 a', '1', 'a'],
    ['a', 'z', 'α', 'б', 'א', 'ا', '가', 'あ', '中'],
    ['и', 'й', 'к'],
    ['ёлка', 'ель'],
    ['あい', 'アう', 'いえ'],
    ['３', '٤', '5', '६', '１０'],
    ['fim', 'ﬁn', 'fio'],
  ]
  const sortRows = (names: string[]) =>
    names.toSorted((a, b) => Buffer.compare(Buffer.from(toSortKey(a)), Buffer.from(toSortKey(b))))

  test.each(orders.map((names) => [names] as const))('order %j', (names) => {
    expect(sortRows(names.toReversed())).toEqual(names)
  })

  test('agree with the root collation', () => {
    const { compare } = new Intl.Collator('en', { numeric: true })
    const names = [...new Set(orders.flat())].filter((name) => !/\d{12}/.test(name))
    const different = names.flatMap((a) =>
      names
        .filter((b) => normalizeForSearch(a) !== normalizeForSearch(b) && compare(a, b) < 0)
        .filter((b) => Buffer.compare(Buffer.from(toSortKey(a)), Buffer.from(toSortKey(b))) > 0)
        .map((b) => [a, b]),
    )
    expect(different).toEqual([])
  })

  test('are equal only for equal names, whatever their length', () => {
    const long = 'ß1'.repeat(100)
    const names = ['a 1', 'A 1', 'a 01', 'á 1', 'a١', 'a1', long, `${long.slice(0, -1)}2`]
    for (const a of names)
      for (const b of names)
        expect([a, b, toUniqueKey(a) === toUniqueKey(b)]).toEqual([
          a,
          b,
          normalizeForSearch(a) === normalizeForSearch(b),
        ])
  })

  test('fit into an index', () => {
    for (const name of ['🦀', '١', 'ΐ', '\u{1d7ce}', '-', 'ﷺ', '漢']) {
      expect(Buffer.byteLength(toSortKey(name.repeat(500)))).toBeLessThan(2600)
      expect(Buffer.byteLength(toUniqueKey(name.repeat(200)))).toBeLessThan(2600)
    }
  })
})
