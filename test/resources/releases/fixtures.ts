import { importReleasesCommand } from '../../../src/resources/platform/releases/import-command.ts'
import type { TestApp } from '../../support/app.ts'

const day = 24 * 60 * 60 * 1000

/** Builds an entry of a release file, dated the given number of days ago. */
export const buildRelease = (id: string, values: object = {}, ageDays = 1): Record<string, unknown> => {
  const at = new Date(Date.now() - ageDays * day).toISOString()
  return {
    id,
    version: '1.4.0',
    tag_name: 'v1.4.0',
    repository: 'svc',
    commit_sha: 'a1b2c3d',
    branch: 'main',
    release_type: 'minor',
    environment: 'production',
    release_date: at,
    created_at: at,
    updated_at: at,
    summary: { features_count: 1 },
    ...values,
  }
}

/** Builds a note of a release file. */
export const buildReleaseNote = (id: string, values: object = {}) => ({
  id,
  commit_sha: 'a1b2c3d',
  commit_type: 'feat',
  subject: 'Cranes can be reserved',
  commit_date: '2026-11-19T08:00:00+01:00',
  ...values,
})

/** Imports releases like `svc-server releases import`, and returns its output. */
export const importReleases = (app: TestApp, releases: unknown): Promise<string> =>
  importReleasesCommand.run(app.services, releases)
