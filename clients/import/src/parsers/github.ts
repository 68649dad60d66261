import { DataError } from '../format/errors.ts'
import type { Entry } from '../format/kinds.ts'
import type { OpenContent } from './csv.ts'
import { GitHubWriter, type GitHubIssue, type GitHubMilestone } from './github-issues.ts'
import type { ParseOptions } from './options.ts'
import { findFault, isObject, type ObjectShape } from './shapes.ts'

/** The file is one JSON value, which is parsed whole. */
const MAX_MEGABYTES = 32
const PUBLIC_HOST = 'github.com'
const ISSUE_URL = /^https?:\/\/([^/]+)\/([^/]+\/[^/]+)\/(issues|pull)\/\d+$/

interface Login {
  login?: string
}
/** An issue as `gh issue list --json` writes it, with the fields that were requested. */
interface ListedIssue extends Record<string, unknown> {
  number?: unknown
  title?: unknown
  body?: string | null
  state?: string
  stateReason?: string | null
  url?: unknown
  author?: Login | null
  assignees?: Login[] | null
  labels?: { name?: string }[] | null
  milestone?: (Omit<GitHubMilestone, 'isClosed'> & { state?: string }) | null
  createdAt?: string | null
  updatedAt?: string | null
  closedAt?: string | null
  comments?: { id?: string; url?: string; body?: string; author?: Login | null; createdAt?: string }[] | null
}

const used = new Set(
  (
    'number title body state stateReason closed url author assignees labels milestone createdAt updatedAt closedAt comments ' +
    'id'
  ).split(' '),
)

/** Parses the output of `gh issue list --json`, also of `gh issue view`, without pull requests. */
export async function* parseGitHub(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const writers = new Map<string, GitHubWriter>()
  let hasComments = true
  for (const [i, issue] of (await readIssues(open)).entries()) {
    requireIssue(issue, i + 1)
    const [, host, repo, type] = ISSUE_URL.exec(issue.url)!
    if (type === 'pull') continue
    if (host !== PUBLIC_HOST) options.setInstance?.(host!)
    hasComments &&= issue.comments !== undefined
    let writer = writers.get(repo!)
    if (!writer) {
      writers.set(repo!, (writer = new GitHubWriter(repo!)))
      yield* writer.project()
    }
    yield* writer.issue(toIssue(issue))
    for (const [at, { id, url, body, author, createdAt }] of (issue.comments ?? []).entries()) {
      const number = /issuecomment-(\d+)$/.exec(url ?? '')?.[1]
      const about = { author: author?.login, body: body ?? '', createdAt: createdAt ?? null }
      yield* writer.comment({ id: number ?? id ?? `${issue.number} ${at + 1}`, issue: issue.number, ...about })
    }
  }
  if (!hasComments)
    options.notes.push('The file has no comments: add `comments` to the fields of `gh issue list --json`.')
}

async function readIssues(open: OpenContent): Promise<ListedIssue[]> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of open()) {
    bytes += chunk.length
    if (bytes > MAX_MEGABYTES * 1024 * 1024)
      throw new DataError(
        'file',
        undefined,
        `it is larger than ${MAX_MEGABYTES} MB. Write several files, such as one of each state, or use \`svc import github\`.`,
      )
    chunks.push(chunk)
  }
  let value: unknown
  try {
    value = JSON.parse(
      Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
  } catch (error) {
    throw new DataError('file', undefined, `it is not valid JSON (${(error as Error).message}).`)
  }
  const issues: unknown[] = Array.isArray(value) ? value : [value]
  if (!issues.every(isObject))
    throw new DataError('file', undefined, 'it is not the list of issues that `gh issue list --json` writes.')
  return issues as ListedIssue[]
}

const login: ObjectShape = { login: 'text' }
const issueShape: ObjectShape = {
  body: 'text',
  state: 'text',
  stateReason: 'text',
  author: login,
  assignees: [login],
  labels: [{ name: 'text' }],
  milestone: { title: 'text', description: 'text', state: 'text', dueOn: 'text' },
  createdAt: 'text',
  updatedAt: 'text',
  closedAt: 'text',
  comments: [{ id: 'text', url: 'text', body: 'text', author: login, createdAt: 'text' }],
}

type NamedIssue = ListedIssue & { number: number; title: string; url: string }

function requireIssue(issue: ListedIssue, place: number): asserts issue is NamedIssue {
  const fail = (problem: string): never => {
    throw new DataError('file', undefined, `issue ${place}: ${problem}`)
  }
  if (!Number.isSafeInteger(issue.number) || typeof issue.title !== 'string')
    fail('it has no number and title. Write the file with `gh issue list --json number,title,body,url,…`.')
  // Without the repository, its ids would be those of the issues of another one.
  if (!ISSUE_URL.test(String(issue.url ?? '')))
    fail('it has no url of an issue. Add `url` to the fields of `gh issue list --json`.')
  const fault = findFault(issue, issueShape)
  if (fault) fail(fault)
  const { milestone } = issue
  if (milestone && (!Number.isSafeInteger(milestone.number) || typeof milestone.title !== 'string'))
    fail('milestone has no number and title.')
}

function toIssue(issue: NamedIssue): GitHubIssue {
  const { number, title, url, author, milestone } = issue
  const others = Object.entries(issue).filter(([name, value]) => !used.has(name) && !isEmpty(value))
  return {
    number,
    title,
    url,
    body: issue.body ?? null,
    isClosed: /^closed$/i.test(issue.state ?? ''),
    isPlanned: !/^not_planned$/i.test(issue.stateReason ?? ''),
    author: author?.login || undefined,
    assignees: (issue.assignees ?? []).flatMap(({ login }) => login || []),
    labels: (issue.labels ?? []).flatMap(({ name }) => name || []),
    milestone: milestone ? { ...milestone, isClosed: /^closed$/i.test(milestone.state ?? '') } : null,
    createdAt: issue.createdAt ?? null,
    updatedAt: issue.updatedAt ?? null,
    closedAt: issue.closedAt ?? null,
    extra: Object.fromEntries(others),
  }
}

const isEmpty = (value: unknown): boolean =>
  value == null || value === false || value === '' || (Array.isArray(value) && value.length === 0)
