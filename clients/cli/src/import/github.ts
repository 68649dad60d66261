import { createWriteStream } from 'node:fs'
import type { Entry } from '@svc/import'
import { packEntries } from '@svc/import/archive'
import type { Context } from '../context.ts'
import { usageError } from '../errors.ts'
import { ApiPages } from './api-pages.ts'

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
  const manifest = () => ({ source: 'github', created_at: new Date().toISOString(), notes })
  await packEntries(reader.read(), createWriteStream(path), { folder, manifest })
}

class GitHubReader {
  readonly #pages: ApiPages
  readonly #repo: string
  readonly #seen = new Set<string>()

  constructor(pages: ApiPages, repo: string) {
    this.#pages = pages
    this.#repo = repo
  }

  async *read(): AsyncGenerator<Entry> {
    const issues = new Set<string>()
    yield { kind: 'projects', row: { id: this.#repo, name: this.#repo.split('/')[1]! } }
    for await (const issue of this.#pages.read<GitHubIssue>(
      `/repos/${this.#repo}/issues?state=all&sort=created&direction=asc${PAGE_SIZE}`,
    )) {
      if (issue.pull_request) continue
      issues.add(String(issue.number))
      yield* this.#toTask(issue)
    }
    for await (const comment of this.#pages.read<GitHubComment>(
      `/repos/${this.#repo}/issues/comments?sort=created${PAGE_SIZE}`,
    )) {
      const number = comment.issue_url.split('/').at(-1)!
      if (!issues.has(number) || !comment.body?.trim()) continue
      yield* this.#person(comment.user)
      const row = { id: `${this.#repo}#comment ${comment.id}`, task: `${this.#repo}#${number}`, content: comment.body }
      yield {
        kind: 'comments',
        row: { ...row, created_at: toUtc(comment.created_at), ...(comment.user && { author: comment.user.login }) },
      }
    }
  }

  *#person(user: GitHubUser | null): Generator<Entry> {
    if (!user || this.#seen.has(user.login)) return
    this.#seen.add(user.login)
    yield { kind: 'people', row: { id: user.login, username: user.login, name: user.login } }
  }

  *#toTask(issue: GitHubIssue): Generator<Entry> {
    yield* this.#person(issue.user)
    for (const user of issue.assignees ?? []) yield* this.#person(user)
    const { milestone } = issue
    const goal = milestone && `${this.#repo} milestone ${milestone.number}`
    if (milestone && goal && !this.#seen.has(goal)) {
      this.#seen.add(goal)
      const target_date = milestone.due_on?.slice(0, 10) ?? null
      const about = { name: milestone.title, description: milestone.description, target_date }
      yield { kind: 'goals', row: { id: goal, project: this.#repo, ...about } }
    }
    const [assignee] = issue.assignees ?? []
    yield {
      kind: 'tasks',
      row: {
        id: `${this.#repo}#${issue.number}`,
        project: this.#repo,
        ...(goal && { goal }),
        title: issue.title,
        description: issue.body,
        status:
          issue.state !== 'closed' ? 'not_started' : issue.state_reason === 'not_planned' ? 'archived' : 'completed',
        ...(assignee && { assignee: assignee.login }),
        ...(issue.user && { created_by: issue.user.login }),
        tags: issue.labels.flatMap((label) => (typeof label === 'string' ? label : (label.name ?? []))),
        url: issue.html_url,
        created_at: toUtc(issue.created_at),
        updated_at: toUtc(issue.updated_at),
        completed_at: issue.closed_at ? toUtc(issue.closed_at) : null,
      },
    }
  }
}

const toUtc = (text: string): string => new Date(text).toISOString()
