import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listVersions, versionPlaces } from '../../scripts/set-version.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

test.each(versionPlaces)('%s names the version of package.json, and no other', (...place) => {
  const named = listVersions(place)
  expect(named.length).toBeGreaterThan(0)
  expect(new Set(named)).toEqual(new Set([version]))
})

test('the changelog has a dated heading for the version, and the upgrade notes describe it', () => {
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
  )
  expect(read('docs/upgrading.md')).toContain(` to ${version}\n`)
})
