import { createWriteStream } from 'node:fs'
import type { Entry } from '@svc/import'
import { packEntries } from '@svc/import/archive'
import type { Context } from '../context.ts'
import { usageError } from '../errors.ts'
import { ApiPages, findInstance } from './api-pages.ts'

interface GitLabUser {
  id: number
  username: string
  name?: string
}
interface GitLabIssue {
  iid: number
  title: string
  description: string | null
  state: string
  labels: string[]
  milestone: { id: number; title: string; description: string | null; due_date: string | null } | null
  author: GitLabUser | null
  assignees?: GitLabUser[]
  due_date?: string | null
  start_date?: string | null
  weight?: number | null
  issue_type?: string
  confidential?: boolean
  user_notes_count?: number
  blocking_issues_count?: number
  time_stats?: { time_estimate?: number; total_time_spent?: number }
  web_url: string
  created_at: string
  updated_at: string
  closed_at: string | null
}
interface GitLabNote {
  id: number
  body: string
  author: GitLabUser | null
  system?: boolean
  internal?: boolean
  confidential?: boolean
  created_at: string
}
interface GitLabLink {
  iid: number
  project_id: number
  link_type: string
}

interface PullOptions {
  repo: string | undefined
  apiUrl: string | undefined
  /** File that receives the archive. */
  path: string
  folder: string
}

/** Reads the issues of a GitLab project with their comments; the token stays on this machine. */
export async function pullGitLab(
  context: Context,
  { repo, apiUrl = 'https://gitlab.com/api/v4', path, folder }: PullOptions,
): Promise<void> {
  if (!repo || !/^[\w.-]+(\/[\w.-]+)+$/.test(repo))
    throw usageError('Name the project: svc import gitlab --repo GROUP/NAME')
  const notes: string[] = []
  const token = context.env['GITLAB_TOKEN']
  const access = { apiUrl: apiUrl.replace(/\/+$/, ''), advice: 'Set GITLAB_TOKEN for private repositories.' }
  const pages = new ApiPages(context, { ...access, headers: token ? { 'private-token': token } : {} })
  const reader = new GitLabReader(pages, repo, notes)
  const instance = findInstance(access.apiUrl, ['gitlab.com'])
  const manifest = () => ({ source: 'gitlab', ...instance, created_at: new Date().toISOString(), notes })
  await packEntries(reader.read(), createWriteStream(path), { folder, manifest })
}

class GitLabReader {
  readonly #pages: ApiPages
  readonly #repo: string
  readonly #notes: string[]
  readonly #seen = new Set<string>()
  #hasWeights = false
  #hiddenIssues = 0
  #hiddenComments = 0

  constructor(pages: ApiPages, repo: string, notes: string[]) {
    this.#pages = pages
    this.#repo = repo
    this.#notes = notes
  }

  get #path(): string {
    return `/projects/${encodeURIComponent(this.#repo)}/issues`
  }

  async *read(): AsyncGenerator<Entry> {
    yield { kind: 'projects', row: { id: this.#repo, name: this.#repo.split('/').at(-1)! } }
    const issues = new Map<number, GitLabIssue>()
    for await (const issue of this.#pages.read<GitLabIssue>(
      `${this.#path}?scope=all&order_by=created_at&sort=asc&per_page=100`,
    )) {
      // Everyone in the project could read it here.
      if (issue.confidential) this.#hiddenIssues += 1
      else {
        issues.set(issue.iid, issue)
        yield* this.#toTask(issue)
      }
    }
    for (const issue of issues.values()) {
      if (issue.user_notes_count !== 0) yield* this.#readComments(issue)
      if (issue.blocking_issues_count !== undefined) yield* this.#readLinks(issue, issues)
    }
    if (this.#hasWeights) yield { kind: 'fields', row: { ...weightField, projects: [this.#repo] } }
    this.#noteOmissions()
  }

  #noteOmissions(): void {
    if (this.#hiddenIssues > 0) this.#notes.push(`${this.#hiddenIssues} confidential issues are left out.`)
    if (this.#hiddenComments > 0) this.#notes.push(`${this.#hiddenComments} internal comments are left out.`)
  }

  async *#readComments({ iid }: GitLabIssue): AsyncGenerator<Entry> {
    const path = `${this.#path}/${iid}/notes?sort=asc&order_by=created_at&per_page=100`
    for await (const { id, body, author, created_at, ...note } of this.#pages.read<GitLabNote>(path)) {
      if (note.system || !body?.trim()) continue
      if (note.internal || note.confidential) {
        this.#hiddenComments += 1
        continue
      }
      yield* this.#person(author)
      const about = { content: body, created_at: toUtc(created_at), ...(author && { author: author.username }) }
      yield { kind: 'comments', row: { id: `${this.#repo}#comment ${id}`, task: this.#toId(iid), ...about } }
    }
  }

  async *#readLinks({ iid }: GitLabIssue, issues: ReadonlyMap<number, GitLabIssue>): AsyncGenerator<Entry> {
    for await (const link of this.#pages.read<GitLabLink>(`${this.#path}/${iid}/links?per_page=100`))
      if (link.link_type === 'is_blocked_by' && issues.has(link.iid) && link.iid !== iid)
        yield {
          kind: 'dependencies',
          row: { id: `${this.#repo}#${iid} ${link.iid}`, task: this.#toId(iid), depends_on: this.#toId(link.iid) },
        }
  }

  #toId(iid: number): string {
    return `${this.#repo}#${iid}`
  }

  *#person(user: GitLabUser | null): Generator<Entry> {
    if (!user || this.#seen.has(user.username)) return
    this.#seen.add(user.username)
    yield { kind: 'people', row: { id: user.username, username: user.username, name: user.name ?? user.username } }
  }

  *#goal({ milestone }: GitLabIssue): Generator<Entry> {
    const id = milestone && `${this.#repo} milestone ${milestone.id}`
    if (!id || this.#seen.has(id)) return
    this.#seen.add(id)
    const about = { name: milestone.title, description: milestone.description, target_date: milestone.due_date }
    yield { kind: 'goals', row: { id, project: this.#repo, ...about } }
  }

  *#toTask(issue: GitLabIssue): Generator<Entry> {
    const [assignee, ...others] = issue.assignees ?? []
    for (const user of [issue.author, assignee ?? null, ...others]) yield* this.#person(user)
    yield* this.#goal(issue)
    const extra = toExtra(issue, others)
    this.#hasWeights ||= issue.weight != null
    yield {
      kind: 'tasks',
      row: {
        id: this.#toId(issue.iid),
        project: this.#repo,
        ...(issue.milestone && { goal: `${this.#repo} milestone ${issue.milestone.id}` }),
        title: issue.title,
        description: issue.description,
        status: issue.state === 'closed' ? 'completed' : 'not_started',
        ...(assignee && { assignee: assignee.username }),
        ...(others.length > 0 && { other_assignees: others.map((one) => one.username) }),
        ...(issue.author && { created_by: issue.author.username }),
        start_date: issue.start_date ?? null,
        due_date: issue.due_date ?? null,
        tags: issue.labels,
        url: issue.web_url,
        ...(issue.weight != null && { custom: { [weightField.key]: issue.weight } }),
        ...(Object.keys(extra).length > 0 && { extra }),
        created_at: toUtc(issue.created_at),
        updated_at: toUtc(issue.updated_at),
        completed_at: issue.closed_at ? toUtc(issue.closed_at) : null,
      },
    }
  }
}

const weightField = { id: 'weight', key: 'weight', name: 'Weight', type: 'number' } as const

/** Returns what has no counterpart, for the metadata. */
function toExtra({ issue_type, time_stats }: GitLabIssue, others: readonly GitLabUser[]) {
  return {
    ...(others.length > 0 && { assignees: others.map((one) => one.username) }),
    ...(issue_type && issue_type !== 'issue' && { issue_type }),
    ...(time_stats?.time_estimate && { time_estimate: time_stats.time_estimate }),
    ...(time_stats?.total_time_spent && { time_spent: time_stats.total_time_spent }),
  }
}

const toUtc = (text: string): string => new Date(text).toISOString()
