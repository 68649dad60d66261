import { compileSchema, type SchemaValidator } from '../../../http/validate.ts'
import { toErrorItems } from '../../../http/validation-errors.ts'
import { releaseCountNames, releaseImportSchema, type Release, type ReleaseImport, type ReleaseNote } from './schema.ts'

let validator: SchemaValidator | undefined

/** Validates the releases of a file and fills in defaults. Returns one line for each mistake. */
export function parseReleases(input: unknown): { releases: Release[] } | { mistakes: string[] } {
  if (!Array.isArray(input)) return { mistakes: ['the file must contain a JSON array of releases'] }
  validator ??= compileSchema(releaseImportSchema)
  const mistakes: string[] = []
  const entriesById = new Map<string, number>()
  for (const [index, entry] of input.entries()) {
    const name = describeEntry(entry, index)
    if (validator(entry)) {
      const { id } = entry as ReleaseImport
      if (entriesById.has(id)) mistakes.push(`${name}: entry ${entriesById.get(id)} has the same id`)
      entriesById.set(id, index + 1)
    } else
      for (const { loc, msg } of toErrorItems(validator.errors ?? [], ''))
        mistakes.push(`${name}: ${loc!.slice(1).join('.') || 'it'} ${msg}`)
  }
  return mistakes.length > 0 ? { mistakes } : { releases: (input as ReleaseImport[]).map(completeRelease) }
}

function describeEntry(entry: unknown, index: number): string {
  const id = (entry as { id?: unknown } | null)?.id
  return `entry ${index + 1}${typeof id === 'string' ? ` (${id.slice(0, 60)})` : ''}`
}

const toUtc = (text: string): string => new Date(text).toISOString()

function completeRelease(input: ReleaseImport): Release {
  return {
    id: input.id,
    version: input.version,
    tag_name: input.tag_name,
    repository: input.repository,
    commit_sha: input.commit_sha,
    branch: input.branch,
    release_type: input.release_type,
    environment: input.environment,
    release_date: toUtc(input.release_date),
    created_at: toUtc(input.created_at),
    updated_at: toUtc(input.updated_at),
    is_prerelease: input.is_prerelease ?? false,
    is_draft: input.is_draft ?? false,
    summary: {
      features_count: input.summary.features_count ?? 0,
      fixes_count: input.summary.fixes_count ?? 0,
      breaking_changes_count: input.summary.breaking_changes_count ?? 0,
      total_commits: input.summary.total_commits ?? 0,
    },
    release_notes: (input.release_notes ?? []).map(completeNote),
  }
}

const completeNote = (input: NonNullable<ReleaseImport['release_notes']>[number]): ReleaseNote => ({
  id: input.id,
  commit_sha: input.commit_sha,
  commit_type: input.commit_type,
  subject: input.subject,
  commit_date: toUtc(input.commit_date),
  scope: input.scope ?? null,
  body: input.body ?? null,
  breaking_change: input.breaking_change ?? false,
  breaking_change_description: input.breaking_change_description ?? null,
  author_name: input.author_name ?? null,
  author_email: input.author_email ?? null,
  pr_number: input.pr_number ?? null,
  pr_title: input.pr_title ?? null,
  pr_url: input.pr_url ?? null,
})

export function sumReleaseCounts(releases: readonly Release[]): Record<string, number> {
  const totals: Record<string, number> = { releases_count: releases.length }
  for (const name of releaseCountNames) totals[name] = releases.reduce((total, { summary }) => total + summary[name], 0)
  return totals
}
