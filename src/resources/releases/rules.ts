import { compile, type Check } from '../../kernel/request/validate.ts'
import { errorItems } from '../../kernel/request/validation-errors.ts'
import { countNames, releaseGiven, type Release, type ReleaseGiven, type ReleaseNote } from './schemas.ts'

let check: Check | undefined

/** The releases of a file with their defaults filled in, or what is wrong with it, a line for each mistake. */
export function readReleases(given: unknown): { releases: Release[] } | { mistakes: string[] } {
  if (!Array.isArray(given)) return { mistakes: ['a JSON array of releases is needed'] }
  check ??= compile(releaseGiven)
  const mistakes: string[] = []
  const seen = new Map<string, number>()
  for (const [index, entry] of given.entries()) {
    const name = nameOf(entry, index)
    if (check(entry)) {
      const { id } = entry as ReleaseGiven
      if (seen.has(id)) mistakes.push(`${name}: entry ${seen.get(id)} has the same id`)
      seen.set(id, index + 1)
    } else
      for (const { loc, msg } of errorItems(check.errors ?? [], ''))
        mistakes.push(`${name}: ${loc!.slice(1).join('.') || 'it'} ${msg}`)
  }
  return mistakes.length > 0 ? { mistakes } : { releases: (given as ReleaseGiven[]).map(complete) }
}

function nameOf(entry: unknown, index: number): string {
  const id = (entry as { id?: unknown } | null)?.id
  return `entry ${index + 1}${typeof id === 'string' ? ` (${id.slice(0, 60)})` : ''}`
}

const instant = (text: string): string => new Date(text).toISOString()

function complete(given: ReleaseGiven): Release {
  return {
    id: given.id,
    version: given.version,
    tag_name: given.tag_name,
    repository: given.repository,
    commit_sha: given.commit_sha,
    branch: given.branch,
    release_type: given.release_type,
    environment: given.environment,
    release_date: instant(given.release_date),
    created_at: instant(given.created_at),
    updated_at: instant(given.updated_at),
    is_prerelease: given.is_prerelease ?? false,
    is_draft: given.is_draft ?? false,
    summary: {
      features_count: given.summary.features_count ?? 0,
      fixes_count: given.summary.fixes_count ?? 0,
      breaking_changes_count: given.summary.breaking_changes_count ?? 0,
      total_commits: given.summary.total_commits ?? 0,
    },
    release_notes: (given.release_notes ?? []).map(completeNote),
  }
}

const completeNote = (given: NonNullable<ReleaseGiven['release_notes']>[number]): ReleaseNote => ({
  id: given.id,
  commit_sha: given.commit_sha,
  commit_type: given.commit_type,
  subject: given.subject,
  commit_date: instant(given.commit_date),
  scope: given.scope ?? null,
  body: given.body ?? null,
  breaking_change: given.breaking_change ?? false,
  breaking_change_description: given.breaking_change_description ?? null,
  author_name: given.author_name ?? null,
  author_email: given.author_email ?? null,
  pr_number: given.pr_number ?? null,
  pr_title: given.pr_title ?? null,
  pr_url: given.pr_url ?? null,
})

/** What the counts of these releases come to. */
export function totalsOf(releases: readonly Release[]): Record<string, number> {
  const totals: Record<string, number> = { releases_count: releases.length }
  for (const name of countNames)
    totals[name] = releases.reduce((total, { summary }) => total + summary[name], 0)
  return totals
}
