import type { Entry, Row } from '../format/kinds.ts'
import type { OpenContent } from './csv.ts'
import { toTitle, type ParseOptions } from './options.ts'
import { guessStatus } from './text.ts'
import { WekanFields } from './wekan-fields.ts'
import {
  readWekanBoard,
  readWekanMembers,
  type WekanBoard,
  type WekanCard,
  type WekanComment,
  type WekanItem,
  type WekanList,
  type WekanUser,
} from './wekan-data.ts'
import { DayFormat } from './zoned-days.ts'

/** Parses the JSON export of a board. Its cards and comments are read one after the other. */
export async function* parseWekan(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const board = await readWekanBoard(open)
  noteOmissions(board, options.notes)
  for (const user of board.users.values()) yield { kind: 'people', row: toPerson(user) }
  const name = board.title.trim() || toTitle(options.fileName)
  yield { kind: 'projects', row: { id: board.id, name, description: board.description } }
  for (const list of board.lists.values()) yield { kind: 'sections', row: toSection(board, list) }
  const days = new DayFormat(options.timeZone)
  const fields = new WekanFields(board, days)
  for (const row of fields.rows) yield { kind: 'fields', row }
  const writer = new CardWriter(board, fields, days)
  const parts = new Set(['cards', 'subtaskItems', 'comments'])
  for await (const { name: part, value } of readWekanMembers(open, (one) => parts.has(one)))
    if (part === 'comments') yield* writer.comment(value as WekanComment)
    else yield* writer.card(value as WekanCard)
}

function noteOmissions({ activities, rules, attachments }: WekanBoard, notes: string[]): void {
  const files = [...attachments.values()].reduce((count, names) => count + names.length, 0)
  if (files > 0)
    notes.push(`The contents of ${files} attachments are not imported. Their names are in the metadata of the tasks.`)
  if (activities > 0) notes.push(`The history of the board (${activities} activities) is not imported.`)
  if (rules > 0) notes.push(`The ${rules} rules of the board are not imported.`)
}

const toPerson = ({ id, username, profile }: WekanUser): Row<'people'> => ({
  id,
  name: profile?.fullname?.trim() || username || null,
  username: username ?? null,
})

/** Only lists of finished work mean a status: cards elsewhere can be done as well. */
function toSection(board: WekanBoard, { id, title, sort, archived, wipLimit }: WekanList): Row<'sections'> {
  const name = title?.trim() || 'List'
  const limit = wipLimit?.enabled === true ? wipLimit.value : undefined
  return {
    id,
    scope_type: 'project',
    scope: board.id,
    name,
    ...(sort != null && { position: sort }),
    ...(guessStatus(name) === 'completed' && { status: 'completed' }),
    ...(limit != null && limit > 0 && { wip_limit: Math.round(limit) }),
    ...(archived === true && { is_archived: true }),
  }
}

const toTime = (text: string | null | undefined): string | null => {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

class CardWriter {
  readonly #board: WekanBoard
  readonly #fields: WekanFields
  readonly #days: DayFormat
  readonly #seen = new Set<string>()

  constructor(board: WekanBoard, fields: WekanFields, days: DayFormat) {
    this.#board = board
    this.#fields = fields
    this.#days = days
  }

  /** A subtask is listed twice, unless it is on another board. */
  *card(card: WekanCard): Generator<Entry> {
    if (this.#seen.has(card.id)) return
    this.#seen.add(card.id)
    yield { kind: 'tasks', row: this.#toTask(card) }
    for (const item of this.#board.items.get(card.id) ?? []) yield { kind: 'tasks', row: this.#toSubtask(card, item) }
    for (const { cardId, type } of card.cardDependencies ?? []) {
      if (!cardId || !this.#isOther(cardId, card)) continue
      if (type === 'is-blocked-by') yield* this.#dependency(card.id, cardId)
      else if (type === 'blocks') yield* this.#dependency(cardId, card.id)
    }
  }

  #isOther(id: string, card: WekanCard): boolean {
    return id !== card.id && this.#board.cards.has(id)
  }

  *#dependency(task: string, depends_on: string): Generator<Entry> {
    const id = `${task} ${depends_on}`
    if (this.#seen.has(id)) return
    this.#seen.add(id)
    yield { kind: 'dependencies', row: { id, task, depends_on } }
  }

  #listUsers(ids: readonly string[] | null | undefined): string[] {
    return [...new Set(ids ?? [])].filter((id) => this.#board.users.has(id))
  }

  #toTask(card: WekanCard): Row<'tasks'> {
    const list = this.#board.lists.get(card.listId ?? '')
    const isArchived = card.archived === true || list?.archived === true
    const isDone = card.dueComplete === true || Boolean(card.endAt)
    const status = isArchived
      ? 'archived'
      : isDone
        ? 'completed'
        : (guessStatus(list?.title?.trim() ?? '') ?? 'not_started')
    const [assignee, ...others] = this.#listUsers([...(card.assignees ?? []), ...(card.members ?? [])])
    const place = list && !isArchived && { section: list.id, ...(card.sort != null && { position: card.sort }) }
    const { custom, extra } = this.#fields.read(card)
    Object.assign(extra, this.#toExtra(card, others))
    return {
      id: card.id,
      project: this.#board.id,
      ...(place && { sections: [place] }),
      ...(card.parentId && this.#isOther(card.parentId, card) && { parent: card.parentId }),
      title: card.title?.trim() || 'Untitled',
      description: card.description || null,
      status,
      ...(list?.title && { source_status: list.title.trim() }),
      ...(assignee && { assignee }),
      ...(others.length > 0 && { other_assignees: others }),
      ...(this.#board.users.has(card.userId ?? '') && { created_by: card.userId! }),
      start_date: this.#days.read(card.startAt ?? undefined) ?? null,
      due_date: this.#days.read(card.dueAt ?? undefined) ?? null,
      tags: (card.labelIds ?? []).flatMap((id) => this.#board.labels.get(id) || []),
      ...(Object.keys(custom).length > 0 && { custom }),
      ...(Object.keys(extra).length > 0 && { extra }),
      created_at: toTime(card.createdAt),
      updated_at: toTime(card.modifiedAt),
      completed_at: isDone ? toTime(card.endAt) : null,
      ...(isArchived && { is_archived: true }),
    }
  }

  /** Collects what has no counterpart, or could not be read. */
  #toExtra(card: WekanCard, others: readonly string[]): Record<string, unknown> {
    const name = (id: string) =>
      this.#board.users.get(id)?.profile?.fullname || this.#board.users.get(id)?.username || id
    const places = [{ name: card.locationName, address: card.locationAddress }, ...(card.locations ?? [])]
    const links = (card.cardDependencies ?? []).filter(
      ({ cardId, type }) => cardId && !(/^(blocks|is-blocked-by)$/.test(type ?? '') && this.#isOther(cardId, card)),
    )
    const values = {
      members: others.map(name),
      attachments: this.#board.attachments.get(card.id) ?? [],
      requested_by: [...this.#listUsers(card.requesters).map(name), ...(card.requestedBy ? [card.requestedBy] : [])],
      assigned_by: [...this.#listUsers(card.assigners).map(name), ...(card.assignedBy ? [card.assignedBy] : [])],
      links: links.map(({ cardId, type }) => `${type ?? 'related-to'} ${cardId}`),
      locations: places.map((one) => [one.name, one.address].filter(Boolean).join(', ')).filter(Boolean),
      stickers: (card.stickers ?? []).flatMap((one) => one.name || one.icon || []),
      received_at: card.receivedAt,
      color: card.color,
      spent_hours: card.spentTime,
      overtime: card.isOvertime === true,
      vote: card.vote?.question,
      parent: card.parentId && !this.#isOther(card.parentId, card) ? card.parentId : undefined,
      start_date: card.startAt && !this.#days.read(card.startAt) ? card.startAt : undefined,
      due_date: card.dueAt && !this.#days.read(card.dueAt) ? card.dueAt : undefined,
    }
    return Object.fromEntries(
      Object.entries(values).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))),
    )
  }

  #toSubtask(card: WekanCard, item: WekanItem): Row<'tasks'> {
    const checklist = this.#board.checklists.get(item.checklistId ?? '')?.title?.trim()
    return {
      id: item.id,
      project: this.#board.id,
      parent: card.id,
      ...(item.sort != null && { position: item.sort }),
      title: item.title?.trim() || 'Untitled',
      status: item.isFinished === true ? 'completed' : 'not_started',
      ...(checklist && { extra: { checklist } }),
      created_at: toTime(item.createdAt),
    }
  }

  *comment({ id, cardId, text, userId, createdAt }: WekanComment): Generator<Entry> {
    if (!cardId || !this.#board.cards.has(cardId) || !text?.trim()) return
    const author = this.#board.users.has(userId ?? '') ? userId! : undefined
    const about = { content: text, ...(author && { author }), created_at: toTime(createdAt) }
    yield { kind: 'comments', row: { id, task: cardId, ...about } }
  }
}
