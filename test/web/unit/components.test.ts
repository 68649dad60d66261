import { describe, expect, test } from 'vitest'
import { scoreMatch, rankMatches } from '../../../web/components/util/text-search.ts'
import { createUniformHeights, createVariableHeights } from '../../../web/components/util/row-heights.ts'
import { toShortcut } from '../../../web/components/util/shortcuts.ts'

const buildKeyEvent = (key: string, code: string, held: Partial<KeyboardEvent> = {}) =>
  toShortcut({
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
    expect(buildKeyEvent('с', 'KeyC')).toBe('c')
    expect(buildKeyEvent('?', 'Slash', { shiftKey: true })).toBe('?')
    expect(buildKeyEvent('K', 'KeyK', { shiftKey: true })).toBe('Shift+k')
    expect(buildKeyEvent('k', 'KeyK', { ctrlKey: true })).toBe('Mod+k')
    expect(buildKeyEvent('ArrowUp', 'ArrowUp', { altKey: true })).toBe('Alt+ArrowUp')
    expect(buildKeyEvent(' ', 'Space')).toBe('Space')
  })
})

describe('positions of rows in a long list', () => {
  test('variable heights agree with fixed ones', () => {
    const [one, other] = [createUniformHeights(1000, 36), createVariableHeights(1000, () => 36)]
    for (const place of [0, 35, 36, 18_000, 35_999, 99_999])
      expect(other.findIndexAt(place)).toBe(one.findIndexAt(place))
    expect([other.total, other.getTop(7)]).toEqual([one.total, one.getTop(7)])
    const mixed = createVariableHeights(5, (index) => (index % 2 ? 10 : 100))
    expect([99, 100, 109, 110].map((place) => mixed.findIndexAt(place))).toEqual([0, 1, 1, 2])
    expect(createVariableHeights(0, () => 1).findIndexAt(5)).toBe(0)
  })
})

describe('search', () => {
  test('ranks a prefix above a word, a word above a substring, and ignores scattered letters', () => {
    const rows = ['Repair the quay', 'Quay repair', 'Unquayed', 'Q u a y', 'Quite a lot of years away']
    expect(rankMatches('quay', rows, (row) => row)).toEqual(['Quay repair', 'Repair the quay', 'Unquayed', 'Q u a y'])
    expect(scoreMatch('uber', 'Überholung')).toBe(5)
    expect([scoreMatch('STRASSE', 'straße'), scoreMatch('istanbul', 'İSTANBUL'), scoreMatch('ΣΑΣ', 'σας')]).toEqual([
      6, 6, 6,
    ])
  })
})
