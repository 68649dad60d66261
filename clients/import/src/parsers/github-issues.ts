import type { Entry } from '../format/kinds.ts'

/** A milestone, which becomes a goal. */
export interface GitHubMilestone {
  number: number
  title: string
  description?: string | null
  dueOn?: string | null
  isClosed?: boolean
}

/** An issue, of the API or of `gh`. */
export interface GitHubIssue {
  number: number
  title: string
  body?: string | null
  isClosed: boolean
  isPlanned: boolean
  url?: string | null
  author?: string | undefined
  assignees: readonly string[]
  labels: readonly string[]
  milestone?: GitHubMilestone | null
  createdAt?: string | null
  updatedAt?: string | null
  closedAt?: string | null
  extra?: Record<string, unknown>
}

export interface GitHubComment {
  id: string
  issue: number
  author?: string | undefined
  body: string
  createdAt?: string | null
}

const toUtc = (text: string | null | undefined): string | null => {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Converts the issues of a repository with their milestones, people and comments. */
export class GitHubWriter {
  readonly #repo: string
  readonly #seen = new Set<string>()

  constructor(repo: string) {
    this.#repo = repo
  }

  *project(): Generator<Entry> {
    yield { kind: 'projects', row: { id: this.#repo, name: this.#repo.split('/').at(-1)! } }
  }

  *#once(kind: 'people' | 'goals', id: string, row: object): Generator<Entry> {
    const key = `${kind} ${id}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    yield { kind, row } as Entry
  }

  *#person(login: string | undefined): Generator<Entry> {
    if (login) yield* this.#once('people', login, { id: login, username: login, name: login })
  }

  *#goal(id: string, { title, description, dueOn, isClosed }: GitHubMilestone): Generator<Entry> {
    const about = { name: title, description: description || null, target_date: dueOn?.slice(0, 10) || null }
    yield* this.#once('goals', id, { id, project: this.#repo, ...about, ...(isClosed && { status: 'closed' }) })
  }

  *issue(issue: GitHubIssue): Generator<Entry> {
    const [assignee, ...others] = issue.assignees
    for (const login of [issue.author, ...issue.assignees]) yield* this.#person(login)
    const goal = issue.milestone ? `${this.#repo} milestone ${issue.milestone.number}` : undefined
    if (goal) yield* this.#goal(goal, issue.milestone!)
    const extra = { ...issue.extra, ...(others.length > 0 && { assignees: others }) }
    yield {
      kind: 'tasks',
      row: {
        id: `${this.#repo}#${issue.number}`,
        project: this.#repo,
        ...(goal && { goal }),
        title: issue.title.trim() || 'Untitled',
        description: issue.body || null,
        status: issue.isClosed ? (issue.isPlanned ? 'completed' : 'archived') : 'not_started',
        ...(assignee && { assignee }),
        ...(others.length > 0 && { other_assignees: others }),
        ...(issue.author && { created_by: issue.author }),
        tags: [...issue.labels],
        ...(issue.url && { url: issue.url }),
        ...(Object.keys(extra).length > 0 && { extra }),
        created_at: toUtc(issue.createdAt),
        updated_at: toUtc(issue.updatedAt),
        completed_at: toUtc(issue.closedAt),
      },
    }
  }

  *comment({ id, issue, author, body, createdAt }: GitHubComment): Generator<Entry> {
    if (!body.trim()) return
    yield* this.#person(author)
    const about = { content: body, created_at: toUtc(createdAt), ...(author && { author }) }
    yield { kind: 'comments', row: { id: `${this.#repo}#comment ${id}`, task: `${this.#repo}#${issue}`, ...about } }
  }
}
