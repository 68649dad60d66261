import {
  bool,
  dateTime,
  freeForm,
  int,
  list,
  nullable,
  object,
  stringEnum,
  optional,
  text,
  namedEnum,
  type Static,
} from '../../../core/schema.ts'

export const releaseEnvironments = namedEnum('ReleaseEnvironment', ['development', 'uat', 'production'])

const commitTypes = namedEnum('CommitType', [
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

const shortText = (description: string) => text({ min: 1, max: 500, description })
const count = (description: string) => int({ minimum: 0, maximum: 1_000_000_000, description })

const requiredNoteFields = {
  id: shortText('ID of the note.'),
  commit_sha: shortText('SHA of the commit.'),
  commit_type: stringEnum(commitTypes, { description: 'Type of the commit, by Conventional Commits.' }),
  subject: text({ min: 1, max: 2000, description: 'Subject line of the commit.' }),
  commit_date: dateTime({ description: 'Time of the commit.' }),
}
const optionalNoteFields = {
  scope: nullable(text({ max: 500, description: 'Scope of the change, by Conventional Commits.' })),
  body: nullable(text({ max: 100_000, description: 'Body of the commit message.' })),
  breaking_change_description: nullable(text({ max: 100_000, description: 'Description of the breaking change.' })),
  author_name: nullable(text({ max: 500, description: 'Name of the author.' })),
  author_email: nullable(text({ max: 500, description: 'Email address of the author.' })),
  pr_title: nullable(text({ max: 2000, description: 'Title of the pull request.' })),
  pr_url: nullable(text({ max: 2000, description: 'URL of the pull request.' })),
}
const noteNumber = nullable(count('Number of the pull request.'))

const requiredReleaseFields = {
  id: text({
    min: 1,
    max: 200,
    description: 'ID of the release. An import replaces the release with the same ID.',
  }),
  version: shortText('Version, such as `1.4.0`.'),
  tag_name: shortText('Git tag of the release.'),
  repository: shortText('Name of the repository.'),
  commit_sha: shortText('SHA of the released commit.'),
  branch: shortText('Git branch of the release.'),
  release_type: stringEnum(namedEnum('ReleaseType', ['major', 'minor', 'patch', 'prerelease']), {
    description: 'Kind of version by Semantic Versioning.',
  }),
  environment: stringEnum(releaseEnvironments, {
    description: 'Environment that the release was deployed to.',
  }),
  release_date: dateTime({ description: 'Time of the release.' }),
  created_at: dateTime({ description: 'Time of creation.' }),
  updated_at: dateTime({ description: 'Time of the last change.' }),
}

export const releaseCountNames = ['features_count', 'fixes_count', 'breaking_changes_count', 'total_commits'] as const
const counts = {
  features_count: count('Number of features.'),
  fixes_count: count('Number of fixes.'),
  breaking_changes_count: count('Number of breaking changes.'),
  total_commits: count('Number of commits.'),
}

export const releaseSchema = object(
  {
    ...requiredReleaseFields,
    is_prerelease: bool({ description: 'True for a prerelease.' }),
    is_draft: bool({ description: 'Always false; drafts are not returned.' }),
    summary: object(counts),
    release_notes: list(
      object(
        {
          ...requiredNoteFields,
          ...optionalNoteFields,
          breaking_change: bool({ description: 'True for a breaking change.' }),
          pr_number: noteNumber,
        },
        { title: 'ReleaseNoteItem' },
      ),
    ),
  },
  { title: 'Release' },
)
export type Release = Static<typeof releaseSchema>
export type ReleaseNote = Release['release_notes'][number]

export const releaseImportSchema = object({
  ...requiredReleaseFields,
  is_prerelease: optional(bool()),
  is_draft: optional(bool()),
  summary: object({
    features_count: optional(counts.features_count),
    fixes_count: optional(counts.fixes_count),
    breaking_changes_count: optional(counts.breaking_changes_count),
    total_commits: optional(counts.total_commits),
  }),
  release_notes: optional(
    list(
      object({
        ...requiredNoteFields,
        scope: optional(optionalNoteFields.scope),
        body: optional(optionalNoteFields.body),
        breaking_change_description: optional(optionalNoteFields.breaking_change_description),
        author_name: optional(optionalNoteFields.author_name),
        author_email: optional(optionalNoteFields.author_email),
        pr_title: optional(optionalNoteFields.pr_title),
        pr_url: optional(optionalNoteFields.pr_url),
        breaking_change: optional(bool()),
        pr_number: optional(noteNumber),
      }),
    ),
  ),
})
export type ReleaseImport = Static<typeof releaseImportSchema>

export const whatsNewSchema = object(
  {
    latest_releases: list(releaseSchema, { description: 'Releases, newest first; at most 1000.' }),
    summary: freeForm({
      description:
        '`releases_count`, and the sums of `features_count`, `fixes_count`, `breaking_changes_count` and `total_commits` over `latest_releases`.',
    }),
    since_date: dateTime({ description: 'Start of the first included day (UTC).' }),
  },
  { title: 'WhatsNew' },
)
