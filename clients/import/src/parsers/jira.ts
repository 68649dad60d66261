import { DataError } from '../format/errors.ts'
import type { Entry, Row } from '../format/kinds.ts'
import { openCsv, type CsvHeader, type OpenContent } from './csv.ts'
import { detectDateOrder, parseDay, parseTime, type DateOrder } from './dates.ts'
import type { ParseOptions } from './options.ts'
import { convertJiraMarkup, guessPriority, guessStatus } from './text.ts'

interface Issue {
  id: string
  key: string
  isEpic: boolean
}

/** Facts of the whole file that its rows refer to. */
interface Index {
  header: CsvHeader
  issues: Map<string, Issue>
  dates: { order: DateOrder | undefined; timeZone: string }
}

const dateColumns = ['Created', 'Updated', 'Due date', 'Due Date', 'Resolved']
const known =
  /^(summary|issue key|issue id|issue type|status|status category|project (key|name|type|lead|description|url|lead id)|priority|resolution|assignee( id)?|reporter( id)?|creator( id)?|created|updated|last viewed|resolved|due date|votes|labels|description|comments?|attachment|parent( id| key| summary)?|sub-?tasks?|(out|in)ward issue link.*|watchers( id)?|log work|custom field \((epic link|epic name)\)|issue)$/i

/** Parses the CSV export of a search, in which headers repeat. */
export async function* parseJira(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const index = await readIndex(open, options)
  const writer = new JiraWriter(index)
  const { rows } = await openCsv(open)
  for await (const { cells, line } of rows) yield* writer.read(cells, line)
}

async function readIndex(open: OpenContent, { timeZone = 'UTC', notes }: ParseOptions): Promise<Index> {
  const { header, rows } = await openCsv(open)
  if (!header.has('Summary') || !(header.has('Issue key') || header.has('Issue id')))
    throw new DataError('file', 1, 'it is not the CSV export of Jira: it has no columns Summary and Issue key.')
  const issues = new Map<string, Issue>()
  let order: DateOrder | undefined
  for await (const { cells } of rows) {
    const id = header.get(cells, 'Issue id', 'Issue key')
    if (id === undefined) continue
    const key = header.get(cells, 'Issue key') ?? id
    const issue = { id, key, isEpic: /^epic$/i.test(header.get(cells, 'Issue Type') ?? '') }
    issues.set(id, issue)
    issues.set(key, issue)
    order ??= detectDateOrder(dateColumns.flatMap((name) => header.get(cells, name) ?? []))
  }
  if (header.has('Attachment'))
    notes.push('The export has only links to attachments. They are in the metadata of the tasks.')
  return { header, issues, dates: { order, timeZone } }
}

class JiraWriter {
  readonly #index: Index
  readonly #seen = new Set<string>()

  constructor(index: Index) {
    this.#index = index
  }

  *read(cells: readonly string[], line: number): Generator<Entry> {
    const { header, issues } = this.#index
    const get = (...names: string[]) => header.get(cells, ...names)
    const issue = issues.get(get('Issue id', 'Issue key') ?? '')
    if (!issue) throw new DataError('file', line, 'the issue has neither key nor id.')
    const prefix = /^([A-Z][A-Z0-9_]+)-\d+$/i.exec(issue.key)?.[1]?.toUpperCase()
    const project = get('Project key') ?? prefix ?? 'Jira'
    yield* this.#once('projects', project, {
      id: project,
      name: get('Project name') ?? project,
      ...(prefix && { prefix }),
    })
    if (issue.isEpic) {
      yield { kind: 'goals', row: this.#toGoal(cells, issue, project) }
      return
    }
    const status = get('Status') ?? ''
    const sectionId = `${project}/${status}`
    const meaning = guessStatus(status)
    if (status)
      yield* this.#once('sections', sectionId, {
        id: sectionId,
        scope_type: 'project',
        scope: project,
        name: status,
        ...(meaning && { status: meaning }),
      })
    for (const [name, id] of [
      ['Assignee', 'Assignee Id'],
      ['Reporter', 'Reporter Id'],
      ['Creator', 'Creator Id'],
    ] as const)
      yield* this.#person(get(name), get(id))
    yield { kind: 'tasks', row: this.#toTask(cells, issue, project, status ? sectionId : null) }
    yield* this.#toDependencies(cells, issue)
    yield* this.#toComments(cells, issue)
  }

  *#once(kind: 'projects' | 'sections' | 'people', id: string, row: object): Generator<Entry> {
    const name = `${kind} ${id}`
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    yield { kind, row } as Entry
  }

  *#person(name: string | undefined, id: string | undefined): Generator<Entry> {
    const key = id ?? name
    if (key)
      yield* this.#once('people', key, { id: key, ...(name && { name }), ...(name?.includes('@') && { email: name }) })
  }

  #toGoal(cells: readonly string[], { id }: Issue, project: string): Row<'goals'> {
    const { header, dates } = this.#index
    const due = header.get(cells, 'Due date')
    return {
      id,
      project,
      name: header.get(cells, 'Custom field (Epic Name)', 'Summary') ?? 'Epic',
      description: convertJiraMarkup(header.get(cells, 'Description') ?? '') || null,
      target_date: (due && parseDay(due, dates.order)) || null,
      status: guessStatus(header.get(cells, 'Status') ?? '') === 'completed' ? 'closed' : 'open',
    }
  }

  #time(text: string | undefined): string | null {
    return text === undefined ? null : (parseTime(text, this.#index.dates)?.toISOString() ?? null)
  }

  #toTask(cells: readonly string[], { id, key }: Issue, project: string, section: string | null): Row<'tasks'> {
    const { header, issues, dates } = this.#index
    const get = (...names: string[]) => header.get(cells, ...names)
    const parent = issues.get(get('Parent id', 'Parent', 'Parent key') ?? '')
    const epic = parent?.isEpic ? parent : issues.get(get('Custom field (Epic Link)') ?? '')
    const extra = this.#readExtra(cells)
    const priority = guessPriority(get('Priority') ?? '')
    if (!priority && get('Priority')) extra['priority'] = get('Priority')!
    const due = get('Due date')
    const status = get('Status')
    const resolved = this.#time(get('Resolved'))
    return {
      id,
      project,
      ...(section && { sections: [{ section }] }),
      ...(epic?.isEpic && { goal: epic.id }),
      ...(parent && !parent.isEpic && parent.id !== id && { parent: parent.id }),
      ...(/^[A-Z][A-Z0-9]*-\d+$/.test(key) && { key }),
      title: get('Summary') ?? key,
      description: convertJiraMarkup(get('Description') ?? '') || null,
      status: guessStatus(status ?? '') ?? (resolved ? 'completed' : 'not_started'),
      ...(status && { source_status: status }),
      ...(priority && { priority }),
      ...(/bug|defect/i.test(get('Issue Type') ?? '') && { type: 'bug' as const }),
      ...(get('Assignee Id', 'Assignee') && { assignee: get('Assignee Id', 'Assignee')! }),
      ...((get('Creator') ?? get('Reporter')) && {
        created_by: get('Creator') ? get('Creator Id', 'Creator')! : get('Reporter Id', 'Reporter')!,
      }),
      due_date: (due && parseDay(due, dates.order)) || null,
      tags: header.all(cells, 'Labels').flatMap((labels) => labels.split(/\s+/)),
      ...(Object.keys(extra).length > 0 && { extra }),
      created_at: this.#time(get('Created')),
      updated_at: this.#time(get('Updated')),
      completed_at: resolved,
    }
  }

  /** Collects what has no counterpart: custom fields, sprints, versions, components, links to attachments. */
  #readExtra(cells: readonly string[]): Record<string, string> {
    const { header } = this.#index
    const extra: Record<string, string> = {}
    for (const name of new Set(header.names)) {
      if (known.test(name) && !/^attachment$/i.test(name)) continue
      const values = header.all(cells, name)
      const label = /^Custom field \((.+)\)$/i.exec(name)?.[1] ?? name
      if (values.length > 0 && label !== 'Rank') extra[label] = values.join('\n').slice(0, 2000)
    }
    const type = header.get(cells, 'Issue Type')
    if (type && !/^(task|sub-?task|bug|story)$/i.test(type)) extra['Issue Type'] = type
    return extra
  }

  *#toDependencies(cells: readonly string[], { id }: Issue): Generator<Entry> {
    const { header, issues } = this.#index
    const link = (task: string, depends_on: string): Entry => ({
      kind: 'dependencies',
      row: { id: `${task} ${depends_on}`, task, depends_on },
    })
    const targets = (name: string) =>
      header
        .all(cells, name)
        .flatMap((key) => issues.get(key) ?? [])
        .filter((one) => !one.isEpic && one.id !== id)
    // Each link is in the file twice, once at either end; the outward one counts where both ends are there.
    for (const other of targets('Inward issue link (Blocks)')) {
      const name = `dependency ${id} ${other.id}`
      if (this.#seen.has(name)) continue
      this.#seen.add(name)
      yield link(id, other.id)
    }
    for (const other of targets('Outward issue link (Blocks)')) {
      const name = `dependency ${other.id} ${id}`
      if (this.#seen.has(name)) continue
      this.#seen.add(name)
      yield link(other.id, id)
    }
  }

  *#toComments(cells: readonly string[], { id, key }: Issue): Generator<Entry> {
    const { header } = this.#index
    const texts = [...header.all(cells, 'Comment'), ...header.all(cells, 'Comments')]
    for (const [number, text] of texts.entries()) {
      const [, date, account, body] = /^([^;]{6,40});([^;]{1,200});([\s\S]*)$/.exec(text) ?? []
      const created_at = this.#time(date)
      const isSplit = created_at !== null && body !== undefined
      if (isSplit) yield* this.#person(undefined, account)
      const content = convertJiraMarkup(isSplit ? body : text).trim()
      if (content === '') continue
      const row = {
        id: `${key}#${date ?? ''}#${account ?? ''}#${number}`.slice(0, 500),
        task: id,
        content,
        created_at: isSplit ? created_at : null,
      }
      yield { kind: 'comments', row: { ...row, ...(isSplit && { author: account! }) } }
    }
  }
}
