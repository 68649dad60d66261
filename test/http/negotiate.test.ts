import { expect, test } from 'vitest'
import { prefersMediaType } from '../../src/http/content-negotiation.ts'

test.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['text/csv', true],
  ['TEXT/CSV', true],
  ['text/csv; charset=utf-8; q=1.0', true],
  ['text/*', true],
  ['text/csv, application/json', false],
  ['application/json, text/csv', false],
  ['text/csv, */*', true],
  ['text/csv;q=0.9, */*;q=0.8', true],
  ['text/csv;q=0.5, application/json;q=0.9', false],
  ['text/csv;q=0.9, application/json;q=0.5', true],
  ['text/csv;q=0.5, */*', false],
  ['*/*, text/csv;q=0', false],
  ['text/*, text/csv;q=0', false],
  ['application/json;q=0, */*', true],
  ['text/html, application/xhtml+xml, */*;q=0.8', false],
  ['image/png', false],
  ['text/csv;q=0', false],
  ['text/csv;q=2', false],
  ['text/csv;q=x, application/json', false],
  [', ;, text/csv', true],
])('%s wants CSV: %s', (accept, csv) => {
  expect(prefersMediaType('text/csv', accept)).toBe(csv)
})
