import { describe, expect, test } from 'vitest'
import { fits, find } from '../../../web/ui/find.ts'
import { alike, differing } from '../../../web/ui/heights.ts'
import { pressed } from '../../../web/ui/keys.ts'

const key = (key: string, code: string, held: Partial<KeyboardEvent> = {}) =>
  pressed({
    key,
    code,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  } as KeyboardEvent)

describe('keys', () => {
  test('are the same on every layout, and signs need no Shift', () => {
    expect(key('с', 'KeyC')).toBe('c')
    expect(key('?', 'Slash', { shiftKey: true })).toBe('?')
    expect(key('K', 'KeyK', { shiftKey: true })).toBe('Shift+k')
    expect(key('k', 'KeyK', { ctrlKey: true })).toBe('Mod+k')
    expect(key('ArrowUp', 'ArrowUp', { altKey: true })).toBe('Alt+ArrowUp')
    expect(key(' ', 'Space')).toBe('Space')
  })
})

describe('where rows of a long list lie', () => {
  test('heights that differ agree with those that are alike', () => {
    const [one, other] = [alike(1000, 36), differing(1000, () => 36)]
    for (const place of [0, 35, 36, 18_000, 35_999, 99_999]) expect(other.at(place)).toBe(one.at(place))
    expect([other.total, other.top(7)]).toEqual([one.total, one.top(7)])
    const mixed = differing(5, (index) => (index % 2 ? 10 : 100))
    expect([99, 100, 109, 110].map((place) => mixed.at(place))).toEqual([0, 1, 1, 2])
    expect(differing(0, () => 1).at(5)).toBe(0)
  })
})

describe('finding', () => {
  test('a beginning counts more than a word, a word more than a part, and letters far apart nothing', () => {
    const rows = ['Repair the quay', 'Quay repair', 'Unquayed', 'Q u a y', 'Quite a lot of years away']
    expect(find('quay', rows, (row) => row)).toEqual([
      'Quay repair',
      'Repair the quay',
      'Unquayed',
      'Q u a y',
    ])
    expect(fits('uber', 'Überholung')).toBe(5)
    expect([fits('STRASSE', 'straße'), fits('istanbul', 'İSTANBUL'), fits('ΣΑΣ', 'σας')]).toEqual([6, 6, 6])
  })
})
