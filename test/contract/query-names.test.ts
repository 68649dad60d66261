import { describe, expect, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import type { AnyOperation } from '../../src/http/operation.ts'
import { listQueryNames, normalizeQueryNames } from '../../src/http/query-names.ts'

/** Names that proxies, trackers and programs add. */
const foreign = (
  'utm_source utm_medium utm_campaign utm_term utm_content gclid fbclid msclkid x _ t v q ts cb ref rnd key lang page ' +
  'sort order token api_key nonce state source version timestamp callback format request_id session_id constructor ' +
  '__proto__ toString'
).split(' ')
const everyName = [...new Set(operations.flatMap((op) => [...listQueryNames(op).allowed]))]

function findSuggestion(op: AnyOperation, name: string): string | undefined {
  try {
    normalizeQueryNames(op, { [name]: 'x' })
    return undefined
  } catch (error) {
    return (error as { errors: { allowed: string[] }[] }).errors[0]!.allowed[0]
  }
}

test('names of other operations and trackers are never treated as misspellings', () => {
  const suggestions = operations.flatMap((op) =>
    [...everyName, ...foreign].flatMap((name) => {
      const meant = findSuggestion(op, name)
      return meant === undefined ? [] : [`${op.id}: ${name} for ${meant}`]
    }),
  )
  expect(suggestions).toEqual([])
})

describe.each(operations.filter((op) => listQueryNames(op).allowed.size > 0).map((op) => [op.id, op] as const))(
  '%s',
  (_, op) => {
    test('suggests the right name for wrong case and for typos', () => {
      const plain = [...listQueryNames(op).allowed].filter((name) => !name.startsWith('filter['))
      for (const name of plain) {
        expect([name, findSuggestion(op, name.toUpperCase())]).toEqual([name, name])
        if (name.length < 4) continue
        const swapped = name[1]! + name[0]! + name.slice(2)
        for (const invalid of [name.slice(0, -1), `${name}x`, `${name.slice(0, 2)}x${name.slice(2)}`, swapped])
          if (!listQueryNames(op).allowed.has(invalid))
            expect(plain, `${invalid} of ${op.id}`).toContain(findSuggestion(op, invalid))
      }
    })
  },
)
