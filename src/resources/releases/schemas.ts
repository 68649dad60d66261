import {
  bool,
  dateTime,
  freeForm,
  int,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  words,
  type Static,
} from '../../kernel/schema.ts'

export const environments = words('ReleaseEnvironment', ['development', 'uat', 'production'])

const commitTypes = words('CommitType', [
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

const short = text({ min: 1, max: 500 })
const count = int({ minimum: 0, maximum: 1_000_000_000 })

const requiredOfNote = {
  id: short,
  commit_sha: short,
  commit_type: oneOf(commitTypes),
  subject: text({ min: 1, max: 2000 }),
  commit_date: dateTime(),
}
const textsOfNote = {
  scope: nullable(text({ max: 500 })),
  body: nullable(text({ max: 100_000 })),
  breaking_change_description: nullable(text({ max: 100_000 })),
  author_name: nullable(text({ max: 500 })),
  author_email: nullable(text({ max: 500 })),
  pr_title: nullable(text({ max: 2000 })),
  pr_url: nullable(text({ max: 2000 })),
}
const noteNumber = nullable(count)

const requiredOfRelease = {
  id: text({ min: 1, max: 200 }),
  version: short,
  tag_name: short,
  repository: short,
  commit_sha: short,
  branch: short,
  release_type: oneOf(words('ReleaseType', ['major', 'minor', 'patch', 'prerelease'])),
  environment: oneOf(environments),
  release_date: dateTime(),
  created_at: dateTime(),
  updated_at: dateTime(),
}

/** What the counts of a release's summary are called. */
export const countNames = [
  'features_count',
  'fixes_count',
  'breaking_changes_count',
  'total_commits',
] as const
const counts = {
  features_count: count,
  fixes_count: count,
  breaking_changes_count: count,
  total_commits: count,
}

export const release = object(
  {
    ...requiredOfRelease,
    is_prerelease: bool(),
    is_draft: bool(),
    summary: object(counts),
    release_notes: list(
      object(
        { ...requiredOfNote, ...textsOfNote, breaking_change: bool(), pr_number: noteNumber },
        { title: 'ReleaseNoteItem' },
      ),
    ),
  },
  { title: 'Release' },
)
export type Release = Static<typeof release>
export type ReleaseNote = Release['release_notes'][number]

/** A release as it is imported: what has a default may be left out. */
export const releaseGiven = object({
  ...requiredOfRelease,
  is_prerelease: optional(bool()),
  is_draft: optional(bool()),
  summary: object({
    features_count: optional(count),
    fixes_count: optional(count),
    breaking_changes_count: optional(count),
    total_commits: optional(count),
  }),
  release_notes: optional(
    list(
      object({
        ...requiredOfNote,
        scope: optional(textsOfNote.scope),
        body: optional(textsOfNote.body),
        breaking_change_description: optional(textsOfNote.breaking_change_description),
        author_name: optional(textsOfNote.author_name),
        author_email: optional(textsOfNote.author_email),
        pr_title: optional(textsOfNote.pr_title),
        pr_url: optional(textsOfNote.pr_url),
        breaking_change: optional(bool()),
        pr_number: optional(noteNumber),
      }),
    ),
  ),
})
export type ReleaseGiven = Static<typeof releaseGiven>

export const whatsNew = object(
  {
    latest_releases: list(release, { description: 'The newest first, at most 1000.' }),
    summary: freeForm({
      description:
        '`releases_count`, and the totals of `features_count`, `fixes_count`, `breaking_changes_count` and ' +
        '`total_commits` over `latest_releases`.',
    }),
    since_date: dateTime({ description: 'The beginning of the first day (UTC) that was looked at.' }),
  },
  { title: 'WhatsNew' },
)
