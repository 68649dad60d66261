import { beforeEach, describe, expect, test } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { importReleases, buildReleaseNote, buildRelease } from './fixtures.ts'

const app = await startApp()
const ada: Client = await app.signIn('ada')

beforeEach(() => app.sql('DELETE FROM releases'))

const listReleases = async (query: Record<string, string> = {}) =>
  expectStatus(await ada.get('/v1/releases/whats-new', { query }), 200)
const listIds = (body: { latest_releases: { id: string }[] }) => body.latest_releases.map(({ id }) => id)

describe('the list of releases', () => {
  test('has the last 30 days of production, newest first, without drafts', async () => {
    await importReleases(app, [
      buildRelease('old', {}, 31.5),
      buildRelease('first', {}, 29.5),
      buildRelease('last', {}, 0.01),
      buildRelease('middle', {}, 5),
      buildRelease('draft', { is_draft: true }),
      buildRelease('tried', { environment: 'uat' }),
    ])
    expect(listIds(await listReleases())).toEqual(['last', 'middle', 'first'])
    expect(listIds(await listReleases({ environment: 'uat' }))).toEqual(['tried'])
    expect(listIds(await listReleases({ since_days: '1' }))).toEqual(['last'])
    expect(listIds(await listReleases({ since_days: '365' }))).toEqual(['last', 'middle', 'first', 'old'])
  })

  test('can be filtered by repository', async () => {
    await importReleases(app, [buildRelease('a'), buildRelease('b', { repository: 'svc-web' })])
    expect(listIds(await listReleases({ repository: 'svc-web' }))).toEqual(['b'])
    expect(listIds(await listReleases({ repository: 'SVC' }))).toEqual([])
  })

  test('sums the counts of the listed releases', async () => {
    await importReleases(app, [
      buildRelease('a', { summary: { features_count: 3, fixes_count: 4, total_commits: 20 } }),
      buildRelease('b', { summary: { features_count: 1, breaking_changes_count: 1, total_commits: 2 } }),
      buildRelease('other', { environment: 'development', summary: { features_count: 100 } }),
    ])
    expect((await listReleases()).summary).toEqual({
      releases_count: 2,
      features_count: 4,
      fixes_count: 4,
      breaking_changes_count: 1,
      total_commits: 22,
    })
  })

  test('returns a release with all fields and defaults', async () => {
    await importReleases(app, [
      buildRelease('a', { release_notes: [buildReleaseNote('n', { pr_number: 7, author_name: null })] }),
    ])
    expect((await listReleases()).latest_releases[0]).toMatchObject({
      id: 'a',
      is_draft: false,
      is_prerelease: false,
      summary: { features_count: 1, fixes_count: 0, breaking_changes_count: 0, total_commits: 0 },
      release_notes: [
        {
          subject: 'Cranes can be reserved',
          commit_date: '2026-11-19T07:00:00.000Z',
          breaking_change: false,
          pr_number: 7,
          scope: null,
        },
      ],
    })
  })

  test('keeps its ETag until the content changes', async () => {
    await importReleases(app, [buildRelease('a')])
    const { etag } = (await ada.get('/v1/releases/whats-new')).headers
    app.clock.advance(1)
    const again = await ada.get('/v1/releases/whats-new', { headers: { 'if-none-match': etag! } })
    expect(again.status).toBe(304)
    await importReleases(app, [buildRelease('a', { version: '1.4.1' })])
    expect((await ada.get('/v1/releases/whats-new')).headers.etag).not.toBe(etag)
  })

  test.each([
    [{ since_days: '0' }, 422],
    [{ since_days: '366' }, 422],
    [{ since_days: 'ten' }, 422],
    [{ environment: 'staging' }, 400],
  ] as const)('returns for %j the status %i', async (query, status) => {
    expectStatus(await ada.get('/v1/releases/whats-new', { query }), status)
  })
})

describe('an import', () => {
  test('is idempotent, and replaces changed entries', async () => {
    expect(await importReleases(app, [buildRelease('a', {}, 1), buildRelease('b', {}, 2)])).toMatch(
      /^2 releases: 2 new/,
    )
    const before = await app.sql('SELECT * FROM releases ORDER BY release_id')
    const files = before.map((row) => (row as { document: object }).document)
    expect(await importReleases(app, files)).toBe('2 releases: 0 new, 0 changed, 2 as before')
    expect(await app.sql('SELECT * FROM releases ORDER BY release_id')).toEqual(before)
    const changed = [{ ...files[0], branch: 'stable' }, files[1], buildRelease('c', {}, 3)]
    expect(await importReleases(app, changed)).toBe('3 releases: 1 new, 1 changed, 1 as before')
    expect(listIds(await listReleases())).toEqual(['a', 'b', 'c'])
  })

  test('with one invalid entry stores none, and names the entry', async () => {
    const { version: _, ...nameless } = buildRelease('second')
    const bad = [
      buildRelease('first'),
      nameless,
      buildRelease('third', {
        release_notes: [buildReleaseNote('n'), buildReleaseNote('m', { commit_type: 'feature' })],
      }),
      buildRelease('first'),
      7,
    ]
    await expect(importReleases(app, bad)).rejects.toThrow(
      [
        'nothing was imported',
        'entry 2 (second): version is required',
        'entry 3 (third): release_notes.1.commit_type must be one of feat, fix, docs, style, refactor, perf, test, ' +
          'chore, ci, build, revert',
        'entry 4 (first): entry 1 has the same id',
        'entry 5: it must be object',
      ].join('\n  '),
    )
    expect(await app.sql('SELECT 1 FROM releases')).toEqual([])
  })

  test.each([
    ['no list', { releases: [] }, 'a JSON array'],
    ['a date without a time', [buildRelease('a', { release_date: '2026-11-20' })], 'release_date must be'],
    ['a blank id', [buildRelease('')], 'id must have at least 1 character'],
    ['half a count', [buildRelease('a', { summary: { fixes_count: 1.5 } })], 'summary.fixes_count must be integer'],
    ['no summary', [buildRelease('a', { summary: null })], 'summary must be object'],
  ])('rejects %s', async (_, file, words) => {
    await expect(importReleases(app, file)).rejects.toThrow(words)
  })
})
