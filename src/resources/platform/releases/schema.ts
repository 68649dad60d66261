import * as s from '../../../core/schema.ts'

export const releaseEnvironments = s.namedEnum('ReleaseEnvironment', ['development', 'uat', 'production'])

const commitTypes = s.namedEnum('CommitType', [
  'feat',
  'fix',
  'docs',
  'style',
  'refactor',
  'perf',
  'test',
  'chore',
  'ci',
  'build',
  'revert',
])

const shortText = (description: string) => s.text({ min: 1, max: 500, description })
const count = (description: string) => s.int({ minimum: 0, maximum: 1_000_000_000, description })

const requiredNoteFields = {
  id: shortText('ID of the note.'),
  commit_sha: shortText('SHA of the commit.'),
  commit_type: s.stringEnum(commitTypes, 'Type of the commit, by Conventional Commits.'),
  subject: s.text({ min: 1, max: 2000, description: 'Subject line of the commit.' }),
  commit_date: s.dateTime('Time of the commit.'),
}
const optionalNoteFields = {
  scope: s.nullable(s.text({ max: 500, description: 'Scope of the change, by Conventional Commits.' })),
  body: s.nullable(s.text({ max: 100_000, description: 'Body of the commit message.' })),
  breaking_change_description: s.nullable(s.text({ max: 100_000, description: 'Description of the breaking change.' })),
  author_name: s.nullable(s.text({ max: 500, description: 'Name of the author.' })),
  author_email: s.nullable(s.text({ max: 500, description: 'Email address of the author.' })),
  pr_title: s.nullable(s.text({ max: 2000, description: 'Title of the pull request.' })),
  pr_url: s.nullable(s.text({ max: 2000, description: 'URL of the pull request.' })),
}
const noteNumber = s.nullable(count('Number of the pull request.'))

const requiredReleaseFields = {
  id: s.text({
    min: 1,
    max: 200,
    description: 'ID of the release. An import replaces the release with the same ID.',
  }),
  version: shortText('Version, such as `1.4.0`.'),
  tag_name: shortText('Git tag of the release.'),
  repository: shortText('Name of the repository.'),
  commit_sha: shortText('SHA of the released commit.'),
  branch: shortText('Git branch of the release.'),
  release_type: s.stringEnum(s.namedEnum('ReleaseType', ['major', 'minor', 'patch', 'prerelease']), {
    description: 'Kind of version by Semantic Versioning.',
  }),
  environment: s.stringEnum(releaseEnvironments, 'Environment that the release was deployed to.'),
  release_date: s.dateTime('Time of the release.'),
  created_at: s.dateTime('Time of creation.'),
  updated_at: s.dateTime('Time of the last change.'),
}

export const releaseCountNames = ['features_count', 'fixes_count', 'breaking_changes_count', 'total_commits'] as const
const counts = {
  features_count: count('Number of features.'),
  fixes_count: count('Number of fixes.'),
  breaking_changes_count: count('Number of breaking changes.'),
  total_commits: count('Number of commits.'),
}

export const releaseSchema = s.namedObject('Release', {
  ...requiredReleaseFields,
  is_prerelease: s.bool('True for a prerelease.'),
  is_draft: s.bool('Always false; drafts are not returned.'),
  summary: s.object(counts),
  release_notes: s.array(
    s.namedObject('ReleaseNoteItem', {
      ...requiredNoteFields,
      ...optionalNoteFields,
      breaking_change: s.bool('True for a breaking change.'),
      pr_number: noteNumber,
    }),
  ),
})
export type Release = s.Static<typeof releaseSchema>
export type ReleaseNote = Release['release_notes'][number]

export const releaseImportSchema = s.object({
  ...requiredReleaseFields,
  is_prerelease: s.optional(s.bool()),
  is_draft: s.optional(s.bool()),
  summary: s.object({
    features_count: s.optional(counts.features_count),
    fixes_count: s.optional(counts.fixes_count),
    breaking_changes_count: s.optional(counts.breaking_changes_count),
    total_commits: s.optional(counts.total_commits),
  }),
  release_notes: s.optional(
    s.array(
      s.object({
        ...requiredNoteFields,
        scope: s.optional(optionalNoteFields.scope),
        body: s.optional(optionalNoteFields.body),
        breaking_change_description: s.optional(optionalNoteFields.breaking_change_description),
        author_name: s.optional(optionalNoteFields.author_name),
        author_email: s.optional(optionalNoteFields.author_email),
        pr_title: s.optional(optionalNoteFields.pr_title),
        pr_url: s.optional(optionalNoteFields.pr_url),
        breaking_change: s.optional(s.bool()),
        pr_number: s.optional(noteNumber),
      }),
    ),
  ),
})
export type ReleaseImport = s.Static<typeof releaseImportSchema>

export const whatsNewSchema = s.namedObject('WhatsNew', {
  latest_releases: s.array(releaseSchema, 'Releases, newest first; at most 1000.'),
  summary: s.freeForm(
    '`releases_count`, and the sums of `features_count`, `fixes_count`, `breaking_changes_count` and `total_commits` over `latest_releases`.',
  ),
  since_date: s.dateTime('Start of the first included day (UTC).'),
})
