import { DataError } from '../format/errors.ts'
import type { Entry, Row } from '../format/kinds.ts'
import { openCsv, type OpenContent } from './csv.ts'
import { pickFilled } from './custom-columns.ts'
import { parseDay, parseTime } from './dates.ts'
import {
  parseCustomName,
  readCustomCells,
  readJiraIndex,
  readProjectKey,
  type JiraIndex,
  type JiraIssue,
} from './jira-index.ts'
import type { ParseOptions } from './options.ts'
import { convertJiraMarkup, guessPriority, guessStatus } from './text.ts'

/** Columns that are read, or that repeat what others say. */
const known =
  /^(summary|issue key|issue id|status|status category( changed)?|project (key|name|description|type|lead|lead id|url)|assignee( id)?|creator( id)?|created|updated|resolved|due date|labels|description|comments?|parent( id| key| summary)?|sub-?tasks?|custom field \(epic name\)|last viewed|issue)$/i

/** Parses the CSV export of a search, in which headers repeat. */
export async function* parseJira(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const index = await readJiraIndex(open, options)
  const writer = new JiraWriter(index)
  yield* index.custom.decide(index.dates.order)
  const { rows } = await openCsv(open)
  for await (const { cells, line } of rows) yield* writer.read(cells, line)
  if (writer.epics > 0)
    options.notes.push(
      `Goals have neither comments nor other attributes: those of ${writer.epics} epics are in the descriptions of the goals.`,
    )
}

const MAX_EXTRA_CHARACTERS = 2000

const isDefault = (name: string, values: readonly string[]): boolean =>
  (/^votes$/i.test(name) && values.join() === '0') || (/^watchers$/i.test(name) && values.join() === '0')

class JiraWriter {
  readonly #index: JiraIndex
  readonly #seen = new Set<string>()
  /** Number of epics with attributes that goals do not have. */
  epics = 0

  constructor(index: JiraIndex) {
    this.#index = index
  }

  *read(cells: readonly string[], line: number): Generator<Entry> {
    const { header, issues } = this.#index
    const get = (...names: string[]) => header.get(cells, ...names)
    const issue = issues.get(get('Issue id', 'Issue key') ?? '')
    if (!issue) throw new DataError('file', line, 'the issue has neither key nor id.')
    const { project, prefix } = readProjectKey(header, cells, issue.key)
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

  #toGoal(cells: readonly string[], issue: JiraIssue, project: string): Row<'goals'> {
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
  #describeEpic(cells: readonly string[], { key }: JiraIssue): string {
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

  #toTask(cells: readonly string[], { id, key }: JiraIssue, project: string, section: string | null): Row<'tasks'> {
    const { header, issues, dates } = this.#index
    const get = (...names: string[]) => header.get(cells, ...names)
    const parent = issues.get(get('Parent id', 'Parent', 'Parent key') ?? '')
    const epic = parent?.isEpic ? parent : issues.get(get('Custom field (Epic Link)') ?? '')
    const priority = guessPriority(get('Priority') ?? '')
    const due_date = parseDay(get('Due date') ?? '', dates.order) ?? null
    const { custom, extra } = this.#readCustom(cells)
    Object.assign(
      extra,
      this.#readUnknown(cells, { hasParent: (parent?.id ?? id) !== id, hasEpic: epic?.isEpic === true }),
    )
    const creator = get('Creator') ? get('Creator Id', 'Creator') : get('Reporter Id', 'Reporter')
    const status = get('Status')
    const resolved = this.#time(get('Resolved'))
    const guessed = guessStatus(status ?? '') ?? guessStatus(get('Status Category') ?? '')
    return {
      id,
      project,
      ...(section && { sections: [{ section }] }),
      ...(epic?.isEpic && { goal: epic.id }),
      ...(parent && !parent.isEpic && parent.id !== id && { parent: parent.id }),
      ...(/^[A-Z][A-Z0-9]*-\d+$/.test(key) && { key }),
      title: get('Summary') ?? key,
      description: convertJiraMarkup(get('Description') ?? '') || null,
      status: guessed ?? (resolved ? 'completed' : 'not_started'),
      ...(status && { source_status: status }),
      ...(priority && { priority }),
      ...(/bug|defect/i.test(get('Issue Type') ?? '') && { type: 'bug' as const }),
      ...(get('Assignee Id', 'Assignee') && { assignee: get('Assignee Id', 'Assignee')! }),
      ...(creator && { created_by: creator }),
      due_date,
      tags: header.all(cells, 'Labels').flatMap((labels) => labels.split(/\s+/)),
      ...pickFilled({ custom, extra }),
      created_at: this.#time(get('Created')),
      updated_at: this.#time(get('Updated')),
      completed_at: resolved,
    }
  }

  /** Returns the values of custom fields, and what has no counterpart. */
  #readCustom(cells: readonly string[]) {
    const { header, custom: columns } = this.#index
    const extra: Record<string, unknown> = this.#readExtra(cells, { withLinks: false })
    const custom: Record<string, unknown> = {}
    for (const name of columns.names)
      if (columns.read(name, readCustomCells(header, cells, name), { custom, extra })) delete extra[name]
    return { custom, extra }
  }

  /** Collects values of attributes that are not understood, and references to what the file does not have. */
  #readUnknown(cells: readonly string[], { hasParent, hasEpic }: { hasParent: boolean; hasEpic: boolean }) {
    const { header, dates } = this.#index
    const get = (...names: string[]) => header.get(cells, ...names)
    const unread = (name: string, isRead: (text: string) => unknown) => {
      const text = get(name)
      return text !== undefined && !isRead(text) ? text : undefined
    }
    const values = {
      priority: unread('Priority', guessPriority),
      due_date: unread('Due date', (text) => parseDay(text, dates.order)),
      created_at: unread('Created', (text) => this.#time(text)),
      updated_at: unread('Updated', (text) => this.#time(text)),
      completed_at: unread('Resolved', (text) => this.#time(text)),
      parent: hasParent ? undefined : get('Parent key', 'Parent', 'Parent id'),
      'Epic Link': hasEpic ? undefined : get('Custom field (Epic Link)'),
    }
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  }

  /** Collects what has no attribute of its own: custom fields, sprints, versions, other links, watchers, work, attachments. */
  #readExtra(cells: readonly string[], { withLinks }: { withLinks: boolean }): Record<string, string> {
    const { header, issues } = this.#index
    const extra: Record<string, string> = {}
    for (const name of new Set(header.names)) {
      if (known.test(name) || /^(priority|issue type|custom field \((epic link|rank)\))$/i.test(name)) continue
      const isBlock = /^(out|in)ward issue link \(blocks\)$/i.test(name)
      const isTask = (key: string) => issues.get(key)?.isEpic === false
      const values = header.all(cells, name).filter((value) => withLinks || !isBlock || !isTask(value))
      const label = parseCustomName(name) ?? name
      if (values.length > 0 && !isDefault(name, values)) extra[label] = values.join('\n').slice(0, MAX_EXTRA_CHARACTERS)
    }
    const creator = header.get(cells, 'Creator')
    if (!creator || header.get(cells, 'Reporter') === creator) delete extra['Reporter']
    if (!extra['Reporter']) delete extra['Reporter Id']
    const type = header.get(cells, 'Issue Type')
    if (type && !/^(task|sub-?task|bug|story)$/i.test(type)) extra['Issue Type'] = type
    return extra
  }

  *#toDependencies(cells: readonly string[], { id }: JiraIssue): Generator<Entry> {
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

  *#toComments(cells: readonly string[], { id, key }: JiraIssue): Generator<Entry> {
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
