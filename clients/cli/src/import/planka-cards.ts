import type { Entry, Row } from '@svc/import'
import { guessStatus } from '@svc/import/parsers'
import type {
  Included,
  PlankaAttachment,
  PlankaCard,
  PlankaFieldGroup,
  PlankaLabel,
  PlankaList,
  PlankaTask,
  PlankaUser,
} from './planka-api.ts'

type Task = Row<'tasks'>

/** Texts of custom fields have at most this length here. */
const MAX_FIELD_CHARACTERS = 500

export const toTime = (text: string | null | undefined): string | null => {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

export const toPlankaPerson = ({ id, name, username, email }: PlankaUser): Row<'people'> => ({
  id,
  username: username ?? null,
  name: name ?? username ?? null,
  email: email ?? null,
})

const groupBy = <T>(items: readonly T[] = [], key: (item: T) => string | undefined): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const name = key(item)
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return groups
}

export interface CustomField {
  id: string
  key: string
  name: string
}

/** Definitions of a board that its cards refer to. */
export interface BoardParts {
  id: string
  url: string
  lists: ReadonlyMap<string, PlankaList>
  labels: ReadonlyMap<string, PlankaLabel>
  users: ReadonlyMap<string, PlankaUser>
  /** Custom fields that the import creates, by group and field. */
  fields: ReadonlyMap<string, CustomField>
  /** Names of custom fields and groups, by id. */
  names: ReadonlyMap<string, string>
}

export const toFieldId = (group: Pick<PlankaFieldGroup, 'id'>, field: { id: string }): string =>
  `${group.id} ${field.id}`

export const isArchive = ({ type }: PlankaList): boolean => type === 'archive' || type === 'trash'

/** Returns what a list means for its cards: only lists of finished work have a status. */
export function toListSection(board: string, { id, name, position, type }: PlankaList): Row<'sections'> {
  const isDone = type === 'closed' || guessStatus(name ?? '') === 'completed'
  return {
    id,
    scope_type: 'project',
    scope: board,
    name: name?.trim() || 'List',
    ...(position != null && { position }),
    ...(isDone && { status: 'completed' as const }),
  }
}

/** Converts the cards of one response with what it has of them. */
export class CardWriter {
  readonly #board: BoardParts
  readonly #labels
  readonly #members
  readonly #taskLists
  readonly #tasks
  readonly #attachments
  readonly #values

  constructor(board: BoardParts, included: Included) {
    this.#board = board
    this.#labels = groupBy(included.cardLabels, (one) => one.cardId)
    this.#members = groupBy(included.cardMemberships, (one) => one.cardId)
    this.#taskLists = new Map((included.taskLists ?? []).map((one) => [one.id, one]))
    const findCard = (task: PlankaTask) => task.cardId ?? this.#taskLists.get(task.taskListId ?? '')?.cardId
    this.#tasks = groupBy(included.tasks, findCard)
    this.#attachments = groupBy(included.attachments, (one) => one.cardId)
    this.#values = groupBy(included.customFieldValues, (one) => one.cardId)
  }

  *read(card: PlankaCard): Generator<Entry> {
    yield { kind: 'tasks', row: this.#toTask(card) }
    for (const task of this.#tasks.get(card.id) ?? []) yield { kind: 'tasks', row: this.#toSubtask(card, task) }
    for (const attachment of this.#attachments.get(card.id) ?? [])
      if (attachment.type !== 'link') yield { kind: 'attachments', row: this.#toAttachment(attachment) }
  }

  #findUser(id: string | null | undefined): string | undefined {
    return id && this.#board.users.has(id) ? id : undefined
  }

  #toTask(card: PlankaCard): Task {
    const { id, lists, labels, url, users } = this.#board
    const list = lists.get(card.listId)
    const archived = list !== undefined && isArchive(list)
    const members = (this.#members.get(card.id) ?? []).flatMap((one) => this.#findUser(one.userId) ?? [])
    const [assignee, ...others] = members
    const creator = this.#findUser(card.creatorUserId)
    const { custom, extra } = this.#readFields(card)
    const names = others.map((one) => users.get(one)?.name ?? one)
    const more = { ...toCardExtra(card), ...extra, ...(names.length > 0 && { members: names }) }
    return {
      id: card.id,
      project: id,
      ...(list &&
        !archived && { sections: [{ section: list.id, ...(card.position != null && { position: card.position }) }] }),
      title: card.name?.trim() || 'Untitled',
      description: this.#describe(card),
      status: archived ? 'archived' : toStatus(card, list),
      ...(list?.name && { source_status: list.name }),
      ...(assignee && { assignee }),
      ...(others.length > 0 && { other_assignees: others }),
      ...(creator && { created_by: creator }),
      due_date: toTime(card.dueDate)?.slice(0, 10) ?? null,
      tags: (this.#labels.get(card.id) ?? []).flatMap(({ labelId }) => {
        const label = labels.get(labelId)
        return label?.name || label?.color || []
      }),
      url: `${url}/cards/${card.id}`,
      ...(Object.keys(custom).length > 0 && { custom }),
      ...(Object.keys(more).length > 0 && { extra: more }),
      created_at: toTime(card.createdAt),
      updated_at: toTime(card.updatedAt ?? card.createdAt),
      ...(archived && { is_archived: true }),
    }
  }

  /** Returns the description with the links of the card. */
  #describe({ id, description }: PlankaCard): string | null {
    const links = (this.#attachments.get(id) ?? []).flatMap(({ type, name, data }) =>
      type === 'link' && data?.url
        ? [`- [${(name ?? data.url).replaceAll(/[[\]]/g, '')}](${encodeURI(data.url)})`]
        : [],
    )
    const parts = [description ?? '', links.length > 0 ? `**Attachments**\n\n${links.join('\n')}` : '']
    return parts.filter(Boolean).join('\n\n') || null
  }

  /** Returns the values of the fields of the board; those of the card's own fields are for the metadata. */
  #readFields({ id }: PlankaCard): { custom: Record<string, string>; extra: Record<string, string> } {
    const custom: Record<string, string> = {}
    const extra: Record<string, string> = {}
    for (const { content, customFieldGroupId, customFieldId } of this.#values.get(id) ?? []) {
      if (!content) continue
      const field = this.#board.fields.get(toFieldId({ id: customFieldGroupId }, { id: customFieldId }))
      const { names } = this.#board
      const group = names.get(customFieldGroupId)
      const name = names.get(customFieldId) ?? customFieldId
      if (field && content.length <= MAX_FIELD_CHARACTERS) custom[field.key] = content
      else extra[group ? `${group}: ${name}` : name] = content
    }
    return { custom, extra }
  }

  #toSubtask(card: PlankaCard, task: PlankaTask): Task {
    const assignee = this.#findUser(task.assigneeUserId)
    const list = this.#taskLists.get(task.taskListId ?? '')
    const extra = { ...(list?.name && { checklist: list.name }), ...(task.linkedCardId && { card: task.linkedCardId }) }
    return {
      id: task.id,
      project: this.#board.id,
      parent: card.id,
      title: task.name?.trim() || 'Untitled',
      status: task.isCompleted ? 'completed' : 'not_started',
      ...(assignee && { assignee }),
      ...(task.position != null && { position: task.position }),
      ...(Object.keys(extra).length > 0 && { extra }),
      created_at: toTime(task.createdAt ?? card.createdAt),
    }
  }

  #toAttachment({ id, cardId, name, creatorUserId, data, createdAt }: PlankaAttachment): Row<'attachments'> {
    const uploader = this.#findUser(creatorUserId)
    return {
      id,
      task: cardId,
      name: name?.trim() || 'file',
      ...(data?.mimeType && { media_type: data.mimeType }),
      file: `files/${id}`,
      ...(uploader && { uploaded_by: uploader }),
      uploaded_at: toTime(createdAt),
    }
  }
}

function toStatus(card: PlankaCard, list: PlankaList | undefined): Task['status'] {
  const isDone = card.isClosed || card.isDueCompleted || card.isDueDateCompleted || list?.type === 'closed'
  return isDone ? 'completed' : (guessStatus(list?.name ?? '') ?? 'not_started')
}

/** Returns what has no counterpart, for the metadata. */
const toCardExtra = ({ type, stopwatch, dueDate }: PlankaCard): Record<string, unknown> => ({
  ...(type && type !== 'project' && { type }),
  ...(stopwatch?.total && { stopwatch_seconds: stopwatch.total }),
  ...(dueDate && { due: dueDate }),
})
