import { expect, test } from 'vitest'
import { buildBackupId } from '../../src/backups/layout.ts'
import { selectRetained } from '../../src/backups/retention.ts'

const HOUR_MS = 60 * 60_000
const listBackupIds = (from: string, days: number) =>
  Array.from({ length: days * 4 }, (_, i) => buildBackupId(Date.parse(from) + i * 6 * HOUR_MS))

test('retains the last backup of each of the last days, weeks and months', () => {
  const ids = listBackupIds('2026-01-01T00:00:00Z', 90)
  const retained = [...selectRetained(ids, { daily: 3, weekly: 2, monthly: 3 })].sort()
  expect(retained).toEqual([
    '20260131T180000Z',
    '20260228T180000Z',
    '20260329T180000Z',
    '20260330T180000Z',
    '20260331T180000Z',
  ])
})

test('counts only days that have a backup, so that a pause deletes nothing', () => {
  const ids = ['20250101T000000Z', '20250102T000000Z', '20260601T000000Z']
  expect(selectRetained(ids, { daily: 3, weekly: 0, monthly: 0 }).size).toBe(3)
})

test('always retains the last backup', () => {
  expect([...selectRetained(['20260101T000000Z'], { daily: 0, weekly: 0, monthly: 0 })]).toEqual(['20260101T000000Z'])
})
