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
/** Columns that are read, or that repeat what others say. */
const known =
  /^(summary|issue key|issue id|status|status category( changed)?|project (key|name|description|type|lead|lead id|url)|assignee( id)?|creator( id)?|created|updated|resolved|due date|labels|description|comments?|parent( id| key| summary)?|sub-?tasks?|custom field \(epic name\)|last viewed|issue)$/i
const dropped = ['Project type', 'Project lead', 'Project url', 'Last Viewed']

/** Parses the CSV export of a search, in which headers repeat. */
export async function* parseJira(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const index = await readIndex(open, options)
  const writer = new JiraWriter(index)
  const { rows } = await openCsv(open)
  for await (const { cells, line } of rows) yield* writer.read(cells, line)
  if (writer.epics > 0)
    options.notes.push(
      `Goals have neither comments nor other attributes: those of ${writer.epics} epics are in the descriptions of the goals.`,
    )
}

/** Finds the site in a link to an attachment, or to the issue in the API. */
const findSite = (text: string): string | undefined =>
  /https?:\/\/([^/;\s]+)(?:\/[^;\s]*)?\/(?:secure\/attachment|rest\/api)\//i.exec(text)?.[1]?.toLowerCase()

async function readIndex(open: OpenContent, { timeZone = 'UTC', notes, setInstance }: ParseOptions): Promise<Index> {
  const { header, rows } = await openCsv(open)
  if (!header.has('Summary') || !(header.has('Issue key') || header.has('Issue id')))
    throw new DataError('file', 1, 'it is not the CSV export of Jira: it has no columns Summary and Issue key.')
  const issues = new Map<string, Issue>()
  const omitted = new Set<string>()
  let site: string | undefined
  let order: DateOrder | undefined
  for await (const { cells } of rows) {
    const id = header.get(cells, 'Issue id', 'Issue key')
    if (id === undefined) continue
    const key = header.get(cells, 'Issue key') ?? id
    const issue = { id, key, isEpic: /^epic$/i.test(header.get(cells, 'Issue Type') ?? '') }
    issues.set(id, issue)
    issues.set(key, issue)
    order ??= detectDateOrder(dateColumns.flatMap((name) => header.get(cells, name) ?? []))
    site ??= [...header.all(cells, 'Attachment'), ...header.all(cells, 'Self')].flatMap((one) => findSite(one) ?? [])[0]
    for (const name of dropped) if (header.get(cells, name)) omitted.add(name)
  }
  if (site) setInstance?.(site)
  if (omitted.size > 0) notes.push(`Not imported: the columns ${[...omitted].join(', ')}.`)
  if (header.has('Attachment'))
    notes.push('The export has only links to attachments. They are in the metadata of the tasks.')
  return { header, issues, dates: { order, timeZone } }
}

const MAX_EXTRA_CHARACTERS = 2000

const isDefault = (name: string, values: readonly string[]): boolean =>
  (/^votes$/i.test(name) && values.join() === '0') || (/^watchers$/i.test(name) && values.join() === '0')

class JiraWriter {
  readonly #index: Index
  readonly #seen = new Set<string>()
  /** Number of epics with attributes that goals do not have. */
  epics = 0

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
      ...(get('Project description') && { description: convertJiraMarkup(get('Project description')!) }),
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

  #toGoal(cells: readonly string[], issue: Issue, project: string): Row<'goals'> {
    const { header, dates } = this.#index
    const due = header.get(cells, 'Due date')
    const status = header.get(cells, 'Status') ?? ''
    const closed_at = this.#time(header.get(cells, 'Resolved'))
    const isClosed = (guessStatus(status) ?? guessStatus(header.get(cells, 'Status Category') ?? '')) === 'completed'
    const others = this.#describeEpic(cells, issue)
    if (others) this.epics += 1
    const description = convertJiraMarkup(header.get(cells, 'Description') ?? '')
    return {
      id: issue.id,
      project,
      name: header.get(cells, 'Custom field (Epic Name)', 'Summary') ?? 'Epic',
      description: [description, others].filter(Boolean).join('\n\n') || null,
      target_date: (due && parseDay(due, dates.order)) || null,
      status: isClosed ? 'closed' : 'open',
      ...(isClosed && closed_at && { closed_at }),
    }
  }

  /** Lists what goals have no attributes for. */
  #describeEpic(cells: readonly string[], { key }: Issue): string {
    const { header } = this.#index
    const attributes = { ...this.#readExtra(cells, { withLinks: true }) }
    for (const name of ['Assignee', 'Creator', 'Labels', 'Parent', 'Parent key']) {
      const values = header.all(cells, name)
      if (values.length > 0) attributes[name] = values.join(', ')
    }
    delete attributes['Issue Type']
    const listed = Object.entries(attributes).map(([name, value]) => `- ${name}: ${value.replaceAll('\n', ', ')}`)
    const comments = [...header.all(cells, 'Comment'), ...header.all(cells, 'Comments')].map(
      (text) => `> ${convertJiraMarkup(text).replaceAll('\n', '\n> ')}`,
    )
    const parts = [listed.join('\n'), ...comments].filter(Boolean)
    return parts.length === 0 ? '' : [`**${key} in Jira**`, ...parts].join('\n\n')
  }

  #time(text: string | undefined): string | null {
    return text === undefined ? null : (parseTime(text, this.#index.dates)?.toISOString() ?? null)
  }

  #toTask(cells: readonly string[], { id, key }: Issue, project: string, section: string | null): Row<'tasks'> {
    const { header, issues, dates } = this.#index
    const get = (...names: string[]) => header.get(cells, ...names)
    const parent = issues.get(get('Parent id', 'Parent', 'Parent key') ?? '')
    const link = get('Custom field (Epic Link)')
    const epic = parent?.isEpic ? parent : issues.get(link ?? '')
    const extra = this.#readExtra(cells, { withLinks: false })
    const priority = guessPriority(get('Priority') ?? '')
    if (!priority && get('Priority')) extra['priority'] = get('Priority')!
    const named = get('Parent key', 'Parent', 'Parent id')
    if (named && (!parent || parent.id === id)) extra['parent'] = named
    if (link && !issues.get(link)?.isEpic) extra['Epic Link'] = link
    const due = get('Due date')
    const due_date = (due && parseDay(due, dates.order)) || null
    if (due && !due_date) extra['due_date'] = due
    for (const name of ['Created', 'Updated'] as const)
      if (get(name) && !this.#time(get(name))) extra[`${name.toLowerCase()}_at`] = get(name)!
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
      status:
        guessStatus(status ?? '') ??
        guessStatus(get('Status Category') ?? '') ??
        (resolved ? 'completed' : 'not_started'),
      ...(status && { source_status: status }),
      ...(priority && { priority }),
      ...(/bug|defect/i.test(get('Issue Type') ?? '') && { type: 'bug' as const }),
      ...(get('Assignee Id', 'Assignee') && { assignee: get('Assignee Id', 'Assignee')! }),
      ...((get('Creator') ?? get('Reporter')) && {
        created_by: get('Creator') ? get('Creator Id', 'Creator')! : get('Reporter Id', 'Reporter')!,
      }),
      due_date,
      tags: header.all(cells, 'Labels').flatMap((labels) => labels.split(/\s+/)),
      ...(Object.keys(extra).length > 0 && { extra }),
      created_at: this.#time(get('Created')),
      updated_at: this.#time(get('Updated')),
      completed_at: resolved,
    }
  }

  /** Collects what has no counterpart: custom fields, sprints, versions, other links, watchers, work, attachments. */
  #readExtra(cells: readonly string[], { withLinks }: { withLinks: boolean }): Record<string, string> {
    const { header, issues } = this.#index
    const extra: Record<string, string> = {}
    for (const name of new Set(header.names)) {
      if (known.test(name) || /^(priority|issue type|custom field \((epic link|rank)\))$/i.test(name)) continue
      const isBlock = /^(out|in)ward issue link \(blocks\)$/i.test(name)
      const isTask = (key: string) => issues.get(key)?.isEpic === false
      const values = header.all(cells, name).filter((value) => withLinks || !isBlock || !isTask(value))
      const label = /^Custom field \((.+)\)$/i.exec(name)?.[1] ?? name
      if (values.length > 0 && !isDefault(name, values)) extra[label] = values.join('\n').slice(0, MAX_EXTRA_CHARACTERS)
    }
    const creator = header.get(cells, 'Creator')
    if (!creator || header.get(cells, 'Reporter') === creator) delete extra['Reporter']
    if (!extra['Reporter']) delete extra['Reporter Id']
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
