import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeLines } from '../../../web/store/merge-lines.ts'
import { toggleTick } from '../../../web/components/toggle-tick.ts'

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((lines) => lines.join('\n'))

test('a text that only one user changed is theirs, and equal changes are made once', () => {
  fc.assert(
    fc.property(text, text, (base, changed) => {
      expect(mergeLines(base, base, changed)).toBe(changed)
      expect(mergeLines(base, changed, base)).toBe(changed)
      expect(mergeLines(base, changed, changed)).toBe(changed)
    }),
  )
})

test('changes of different lines are combined, and those of the same line are not', () => {
  const base = 'a\nb\nc\nd'
  expect(mergeLines(base, 'a\nB\nc\nd', 'a\nb\nC\nd')).toBe('a\nB\nC\nd')
  expect(mergeLines(base, 'x\na\nb\nc\nd', 'a\nb\nc\nd\ny')).toBe('x\na\nb\nc\nd\ny')
  expect(mergeLines(base, 'a\nd', 'a\nb\nc\nd\ne')).toBe('a\nd\ne')
  expect(mergeLines(base, 'a\nB\nc\nd', 'a\nX\nc\nd')).toBeUndefined()
  expect(mergeLines(base, 'a\nd', 'a\nb\nZ\nd')).toBeUndefined()
  expect(mergeLines(base, `${base}\nm`, `${base}\nt`)).toBeUndefined()
})

test('a check box is found by its position, also nested, quoted and after code', () => {
  const source = '```\n- [ ] code\n```\n- [x] rope\n  - [ ] deep\n\n1. [ ] one\n\n> - [ ] quoted'
  const changed = (position: number) => {
    const lines = source.split('\n')
    return toggleTick(source, position)
      ?.split('\n')
      .filter((line, at) => line !== lines[at])
  }
  expect([0, 1, 2, 3].map(changed)).toEqual([['- [ ] rope'], ['  - [x] deep'], ['1. [x] one'], ['> - [x] quoted']])
  expect(changed(4)).toBeUndefined()
})
