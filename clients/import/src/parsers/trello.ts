import { DataError } from '../format/errors.ts'
import type { Entry, Row } from '../format/kinds.ts'
import type { OpenContent } from './csv.ts'
import { readJsonMembers } from './json-members.ts'
import { toTitle, type ParseOptions } from './options.ts'
import { requireShape } from './shapes.ts'
import { guessStatus } from './text.ts'
import {
  trelloShapes,
  type Board,
  type CheckItem,
  type Checklist,
  type CustomField,
  type CustomFieldItem,
  type Named,
  type TrelloAction,
  type TrelloCard,
  type TrelloList,
  type TrelloMember,
} from './trello-data.ts'

/** Number of actions after which Trello cuts an export. */
const MAX_ACTIONS = 1000

/** Parses the JSON export of a board. Its cards and actions are read one after the other. */
export async function* parseTrello(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const board = await readBoard(open, options)
  if (board.actions >= MAX_ACTIONS)
    options.notes.push(`Trello exports only the last ${MAX_ACTIONS} actions of a board, so older comments are missing.`)
  noteOmissions(board, options.notes)
  const people = new PeopleWriter()
  for (const member of board.members.values()) yield* people.add(member)
  yield { kind: 'projects', row: { id: board.id, name: board.name, description: board.desc || null } }
  for (const list of board.lists.values()) yield { kind: 'sections', row: toSection(board, list) }
  for (const field of board.fields.values()) yield* toField(board, field)
  for await (const { name, value } of readJsonMembers(open, (one) => one === 'cards' || one === 'actions'))
    if (name === 'cards') yield* toTasks(board, value as TrelloCard)
    else yield* toComment(board, value as TrelloAction, people)
}

function noteOmissions({ others, attachments, fields }: Board, notes: string[]): void {
  if (others > 0) notes.push(`The history of the board (${others} actions that are no comments) is not imported.`)
  if (attachments > 0)
    notes.push(`The export has only links to the contents of ${attachments} attachments. They are in the descriptions.`)
  const unknown = [...fields.values()].filter(({ type }) => !fieldTypes[type])
  if (unknown.length > 0)
    notes.push(
      `Custom fields of unknown types are in the metadata: ${unknown.map(({ name, type }) => `${name ?? 'Field'} (${type})`).join(', ')}.`,
    )
}

async function readBoard(open: OpenContent, { fileName }: ParseOptions): Promise<Board> {
  const board: Board = {
    id: '',
    name: '',
    lists: new Map(),
    members: new Map(),
    checklists: new Map(),
    fields: new Map(),
    cards: new Set(),
    actions: 0,
    others: 0,
    attachments: 0,
  }
  const small = new Set([
    'id',
    'name',
    'desc',
    'url',
    'lists',
    'members',
    'checklists',
    'customFields',
    'cards',
    'actions',
  ])
  for await (const { name, value, line } of readJsonMembers(open, (one) => small.has(one))) {
    const shape = trelloShapes[name]
    if (shape) requireShape(value, shape, { line, place: `an item of ${name}` })
    addToBoard(board, name, value)
  }
  if (board.id === '' || board.lists.size === 0)
    throw new DataError('file', undefined, 'it is not the JSON export of a Trello board.')
  board.name ||= toTitle(fileName)
  return board
}

function addToBoard(board: Board, name: string, value: unknown): void {
  const { id } = (value ?? {}) as Named
  if (name === 'id') board.id = String(value)
  else if (name === 'name') board.name = String(value)
  else if (name === 'desc') board.desc = String(value ?? '')
  else if (name === 'url') board.url = String(value)
  else if (name === 'lists') board.lists.set(id, value as TrelloList)
  else if (name === 'members') board.members.set(id, value as TrelloMember)
  else if (name === 'customFields') board.fields.set(id, value as CustomField)
  else if (name === 'cards') {
    board.cards.add(id)
    board.attachments += (value as TrelloCard).attachments?.length ?? 0
  } else if (name === 'actions') {
    board.actions += 1
    if ((value as TrelloAction).type !== 'commentCard') board.others += 1
  } else if (name === 'checklists') {
    const { idCard } = value as Checklist
    board.checklists.set(idCard, [...(board.checklists.get(idCard) ?? []), value as Checklist])
  }
}

class PeopleWriter {
  readonly #seen = new Set<string>();

  *add({ id, fullName, username }: TrelloMember): Generator<Entry> {
    if (this.#seen.has(id)) return
    this.#seen.add(id)
    yield { kind: 'people', row: { id, name: fullName ?? null, username: username ?? null } }
  }
}

/** Only lists of finished work mean a status: cards elsewhere can be done as well. */
function toSection(board: Board, { id, name = 'List', pos, closed }: TrelloList): Row<'sections'> {
  const status = guessStatus(name)
  return {
    id,
    scope_type: 'project',
    scope: board.id,
    name,
    ...(pos !== undefined && { position: pos }),
    ...(status === 'completed' && { status }),
    ...(closed && { is_archived: true }),
  }
}

const fieldTypes: Record<string, Row<'fields'>['type']> = {
  text: 'text',
  number: 'number',
  date: 'date',
  checkbox: 'checkbox',
  list: 'select',
}

const toFieldKey = ({ name = '' }: CustomField): string =>
  `trello_${
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '') || 'field'
  }`.slice(0, 40)

function* toField(board: Board, field: CustomField): Generator<Entry> {
  const type = fieldTypes[field.type]
  if (!type) return
  const options = (field.options ?? []).map(({ id, value }) => ({ option: id.slice(-40), label: value?.text || id }))
  const row = { id: field.id, key: toFieldKey(field), name: field.name || 'Field', type, projects: [board.id] }
  yield { kind: 'fields', row: { ...row, ...(type === 'select' && { options }) } }
}

function readFieldValue({ type }: CustomField, { value, idValue }: CustomFieldItem): unknown {
  if (type === 'list') return idValue?.slice(-40)
  if (type === 'number') return value?.number === undefined ? undefined : Number(value.number)
  if (type === 'checkbox') return value?.checked === 'true'
  return type === 'date' ? value?.date?.slice(0, 10) : value?.text
}

/** Returns the time of creation, which is the beginning of an id. */
const toCreationTime = (id: string): string | null =>
  /^[0-9a-f]{24}$/.test(id) ? new Date(parseInt(id.slice(0, 8), 16) * 1000).toISOString() : null

function* toTasks(board: Board, card: TrelloCard): Generator<Entry> {
  const row = toTask(board, card)
  yield { kind: 'tasks', row }
  for (const checklist of board.checklists.get(card.id) ?? [])
    for (const item of checklist.checkItems ?? []) yield { kind: 'tasks', row: toSubtask(board, card, checklist, item) }
}

function toTask(board: Board, card: TrelloCard): Row<'tasks'> {
  const list = board.lists.get(card.idList ?? '')
  const archived = card.closed === true || list?.closed === true
  const status = archived
    ? 'archived'
    : card.dueComplete
      ? 'completed'
      : (guessStatus(list?.name ?? '') ?? 'not_started')
  const custom = (card.customFieldItems ?? []).flatMap((item) => {
    const field = board.fields.get(item.idCustomField)
    const value = field && fieldTypes[field.type] ? readFieldValue(field, item) : undefined
    return value === undefined || value === null ? [] : [[toFieldKey(field!), value] as const]
  })
  const [assignee, ...others] = (card.idMembers ?? []).filter((id) => board.members.has(id))
  const extra = toExtra(board, card, others)
  return {
    id: card.id,
    project: board.id,
    ...(list &&
      !archived && { sections: [{ section: list.id, ...(card.pos !== undefined && { position: card.pos }) }] }),
    title: card.name?.trim() || 'Untitled',
    description: describe(card),
    status,
    ...(list?.name && { source_status: list.name }),
    ...(assignee && { assignee }),
    ...(others.length > 0 && { other_assignees: others }),
    due_date: card.due?.slice(0, 10) ?? null,
    start_date: card.start?.slice(0, 10) ?? null,
    tags: (card.labels ?? []).flatMap(({ name, color }) => name || color || []),
    ...(card.shortUrl && { url: card.shortUrl }),
    ...(custom.length > 0 && { custom: Object.fromEntries(custom) }),
    ...(Object.keys(extra).length > 0 && { extra }),
    created_at: toCreationTime(card.id),
    updated_at: toIsoTime(card.dateLastActivity),
    ...(archived && { is_archived: true }),
  }
}

/** Returns what has no counterpart, for the metadata. */
function toExtra(board: Board, card: TrelloCard, others: readonly string[]): Record<string, unknown> {
  const { cover, locationName, address, coordinates } = card
  const location = Object.entries({ name: locationName, address, coordinates }).filter(([, value]) => value)
  const unknown = (card.customFieldItems ?? []).flatMap((item) => {
    const field = board.fields.get(item.idCustomField)
    const value = item.value ?? item.idValue
    return value && !(field && fieldTypes[field.type]) ? [[field?.name ?? item.idCustomField, value] as const] : []
  })
  return {
    ...(others.length > 0 && { members: others.map((id) => board.members.get(id)?.fullName ?? id) }),
    ...((cover?.color ?? cover?.idAttachment) && {
      cover: {
        ...(cover!.color && { color: cover!.color }),
        ...(cover!.idAttachment && { attachment: cover!.idAttachment }),
      },
    }),
    ...(location.length > 0 && { location: Object.fromEntries(location) }),
    ...Object.fromEntries(unknown),
  }
}

/** Returns the description with links to the attachments, whose contents the export does not have. */
function describe({ desc = '', attachments = [] }: TrelloCard): string | null {
  const links = attachments.flatMap(({ name, url }) =>
    url ? [`- [${(name ?? url).replaceAll(/[[\]]/g, '')}](${encodeURI(decodeSafely(url))})`] : [],
  )
  const parts = [desc, links.length > 0 ? `**Attachments**\n\n${links.join('\n')}` : '']
  return parts.filter(Boolean).join('\n\n') || null
}

function decodeSafely(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

const toIsoTime = (text: string | undefined): string | null => {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function toSubtask(board: Board, card: TrelloCard, checklist: Checklist, item: CheckItem): Row<'tasks'> {
  const assignee = item.idMember && board.members.has(item.idMember) ? item.idMember : null
  return {
    id: item.id,
    project: board.id,
    parent: card.id,
    title: item.name?.trim() || 'Untitled',
    status: item.state === 'complete' ? 'completed' : 'not_started',
    due_date: item.due?.slice(0, 10) ?? null,
    ...(assignee && { assignee }),
    ...(item.pos !== undefined && { position: item.pos }),
    ...(checklist.name && { extra: { checklist: checklist.name } }),
    created_at: toCreationTime(item.id),
  }
}

function* toComment(board: Board, action: TrelloAction, people: PeopleWriter): Generator<Entry> {
  const task = action.data?.card?.id
  if (action.type !== 'commentCard' || !task || !board.cards.has(task) || !action.data?.text) return
  if (action.memberCreator) yield* people.add(action.memberCreator)
  const author =
    action.memberCreator?.id ?? (board.members.has(action.idMemberCreator ?? '') ? action.idMemberCreator : undefined)
  yield {
    kind: 'comments',
    row: {
      id: action.id,
      task,
      content: action.data.text,
      ...(author && { author }),
      created_at: toIsoTime(action.date),
    },
  }
}
