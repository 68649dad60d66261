import { createWriteStream } from 'node:fs'
import type { Entry } from '@svc/import'
import { packEntries } from '@svc/import/archive'
import type { Context } from '../context.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'

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

const MAX_RETRIES = 5

/** Reads the issues of a repository with their comments; the token stays on this machine. Also reads Gitea and Forgejo. */
export async function pullGitHub(
  context: Context,
  { repo, apiUrl = 'https://api.github.com', path, folder }: PullOptions,
): Promise<void> {
  if (!repo || !/^[\w.-]+\/[\w.-]+$/.test(repo))
    throw usageError('Name the repository: svc import github --repo OWNER/NAME')
  const notes: string[] = []
  const reader = new GitHubReader(context, apiUrl.replace(/\/+$/, ''), repo)
  const manifest = () => ({ source: 'github', created_at: new Date().toISOString(), notes })
  await packEntries(reader.read(), createWriteStream(path), { folder, manifest })
}

class GitHubReader {
  readonly #context: Context
  readonly #apiUrl: string
  readonly #repo: string
  readonly #seen = new Set<string>()

  constructor(context: Context, apiUrl: string, repo: string) {
    this.#context = context
    this.#apiUrl = apiUrl
    this.#repo = repo
  }

  async *read(): AsyncGenerator<Entry> {
    const issues = new Set<string>()
    yield { kind: 'projects', row: { id: this.#repo, name: this.#repo.split('/')[1]! } }
    for await (const issue of this.#pages<GitHubIssue>(
      `/repos/${this.#repo}/issues?state=all&sort=created&direction=asc`,
    )) {
      if (issue.pull_request) continue
      issues.add(String(issue.number))
      yield* this.#toTask(issue)
    }
    for await (const comment of this.#pages<GitHubComment>(`/repos/${this.#repo}/issues/comments?sort=created`)) {
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

  /** Follows the pages of a list, and waits at the end of a rate limit. */
  async *#pages<T>(path: string): AsyncGenerator<T> {
    for (let url: string | undefined = `${this.#apiUrl}${path}&per_page=100&limit=50`; url;) {
      const response = await this.#get(url)
      yield* (await response.json()) as T[]
      url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      // The token is sent only to the host that it was given for.
      if (url && new URL(url).origin !== new URL(this.#apiUrl).origin)
        throw new CliError(`The next page is on another host: ${url}`, exitCodes.failure)
    }
  }

  async #get(url: string): Promise<Response> {
    const { env, signal, note } = this.#context
    const token = env['GITHUB_TOKEN']
    const headers = {
      accept: 'application/json',
      'user-agent': 'svc',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(url, { headers, signal })
      if (response.ok) return response
      const wait = Number(response.headers.get('retry-after') ?? 0)
      const reset = Number(response.headers.get('x-ratelimit-reset') ?? 0) - Date.now() / 1000
      const isLimited =
        response.status === 429 || (response.status === 403 && response.headers.get('x-ratelimit-remaining') === '0')
      if (!isLimited || attempt >= MAX_RETRIES)
        throw new CliError(
          `${url} returned ${response.status}. Set GITHUB_TOKEN for private repositories.`,
          exitCodes.failure,
        )
      const seconds = Math.max(1, wait, Math.min(reset, 3600))
      note(`Rate limit: waiting ${Math.ceil(seconds)} s …`)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}

const toUtc = (text: string): string => new Date(text).toISOString()
