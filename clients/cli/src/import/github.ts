import { createWriteStream } from 'node:fs'
import type { Entry } from '@svc/import'
import { packEntries } from '@svc/import/archive'
import { GitHubWriter } from '@svc/import/parsers'
import type { Context } from '../context.ts'
import { usageError } from '../errors.ts'
import { ApiPages, findInstance } from './api-pages.ts'

interface GitHubUser {
  login: string
}
interface GitHubIssue {
  number: number
  title: string
  body: string | null
  state: string
  state_reason?: string | null
  html_url: string
  user: GitHubUser | null
  assignees?: GitHubUser[]
  labels: (string | { name?: string })[]
  milestone: { number: number; title: string; description: string | null; due_on: string | null; state: string } | null
  created_at: string
  updated_at: string
  closed_at: string | null
  comments: number
  pull_request?: unknown
}
interface GitHubComment {
  id: number
  body: string
  user: GitHubUser | null
  issue_url: string
  created_at: string
}

interface PullOptions {
  repo: string | undefined
  apiUrl: string | undefined
  /** File that receives the archive. */
  path: string
  folder: string
}

/** GitHub and Gitea name it differently. */
const PAGE_SIZE = '&per_page=100&limit=50'

/** Reads the issues of a repository with their comments; the token stays on this machine. Also reads Gitea and Forgejo. */
export async function pullGitHub(
  context: Context,
  { repo, apiUrl = 'https://api.github.com', path, folder }: PullOptions,
): Promise<void> {
  if (!repo || !/^[\w.-]+\/[\w.-]+$/.test(repo))
    throw usageError('Name the repository: svc import github --repo OWNER/NAME')
  const notes: string[] = []
  const token = context.env['GITHUB_TOKEN']
  const access = { apiUrl: apiUrl.replace(/\/+$/, ''), advice: 'Set GITHUB_TOKEN for private repositories.' }
  const pages = new ApiPages(context, { ...access, headers: token ? { authorization: `Bearer ${token}` } : {} })
  const reader = new GitHubReader(pages, repo)
  const instance = findInstance(access.apiUrl, ['api.github.com'])
  const manifest = () => ({ source: 'github', ...instance, created_at: new Date().toISOString(), notes })
  await packEntries(reader.read(), createWriteStream(path), { folder, manifest })
}

class GitHubReader {
  readonly #pages: ApiPages
  readonly #repo: string
  readonly #writer: GitHubWriter

  constructor(pages: ApiPages, repo: string) {
    this.#pages = pages
    this.#repo = repo
    this.#writer = new GitHubWriter(repo)
  }

  async *read(): AsyncGenerator<Entry> {
    const issues = new Set<number>()
    yield* this.#writer.project()
    for await (const issue of this.#pages.read<GitHubIssue>(
      `/repos/${this.#repo}/issues?state=all&sort=created&direction=asc${PAGE_SIZE}`,
    )) {
      if (issue.pull_request) continue
      issues.add(issue.number)
      yield* this.#writer.issue(toIssue(issue))
    }
    for await (const comment of this.#pages.read<GitHubComment>(
      `/repos/${this.#repo}/issues/comments?sort=created${PAGE_SIZE}`,
    )) {
      const issue = Number(comment.issue_url.split('/').at(-1))
      if (!issues.has(issue)) continue
      const about = { author: comment.user?.login, body: comment.body ?? '', createdAt: comment.created_at }
      yield* this.#writer.comment({ id: String(comment.id), issue, ...about })
    }
  }
}

const toIssue = ({ milestone, ...issue }: GitHubIssue) => ({
  number: issue.number,
  title: issue.title,
  body: issue.body,
  isClosed: issue.state === 'closed',
  isPlanned: issue.state_reason !== 'not_planned',
  url: issue.html_url,
  author: issue.user?.login,
  assignees: (issue.assignees ?? []).map(({ login }) => login),
  labels: issue.labels.flatMap((label) => (typeof label === 'string' ? label : (label.name ?? []))),
  milestone: milestone && { ...milestone, dueOn: milestone.due_on, isClosed: milestone.state === 'closed' },
  createdAt: issue.created_at,
  updatedAt: issue.updated_at,
  closedAt: issue.closed_at,
})
