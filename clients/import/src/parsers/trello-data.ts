/** Types of the JSON export of a Trello board, as far as they are read. */
import type { ObjectShape } from './shapes.ts'

export interface Named {
  id: string
  name?: string
  pos?: number
}
export interface TrelloList extends Named {
  closed?: boolean
}
export interface TrelloMember {
  id: string
  fullName?: string
  username?: string
}
export interface CheckItem extends Named {
  state?: string
  due?: string | null
  idMember?: string | null
}
export interface Checklist extends Named {
  idCard: string
  checkItems?: CheckItem[]
}
export interface CustomField extends Named {
  type: string
  options?: { id: string; value?: { text?: string }; color?: string }[]
}
export interface CustomFieldItem {
  idCustomField: string
  idValue?: string | null
  value?: { text?: string; number?: string; checked?: string; date?: string } | null
}
export interface TrelloCard extends Named {
  desc?: string
  closed?: boolean
  idList?: string
  idMembers?: string[]
  idLabels?: string[]
  labels?: { name?: string; color?: string | null }[]
  due?: string | null
  dueComplete?: boolean
  start?: string | null
  shortUrl?: string
  url?: string
  dateLastActivity?: string
  customFieldItems?: CustomFieldItem[]
  attachments?: { name?: string; url?: string }[]
  cover?: { color?: string | null; idAttachment?: string | null } | null
  locationName?: string | null
  address?: string | null
  coordinates?: unknown
}
export interface TrelloAction {
  id: string
  type: string
  date?: string
  idMemberCreator?: string
  memberCreator?: TrelloMember
  data?: { text?: string; card?: { id?: string } }
}

export interface Board {
  id: string
  name: string
  desc?: string | undefined
  url?: string | undefined
  lists: Map<string, TrelloList>
  members: Map<string, TrelloMember>
  checklists: Map<string, Checklist[]>
  fields: Map<string, CustomField>
  cards: Set<string>
  actions: number
  /** Numbers of actions that are no comments, and of attachments. */
  others: number
  attachments: number
}

const named: ObjectShape = { id: 'text', name: 'text' }
/** Members of the export that are lists, with the shapes of their items. */
export const trelloShapes: ObjectShape = {
  lists: named,
  members: { id: 'text', fullName: 'text', username: 'text' },
  checklists: { ...named, idCard: 'text', checkItems: [{ ...named, state: 'text', due: 'text', idMember: 'text' }] },
  customFields: { ...named, type: 'text', options: [{ id: 'text', value: { text: 'text' } }] },
  cards: {
    ...named,
    desc: 'text',
    idList: 'text',
    idMembers: ['text'],
    labels: [{ name: 'text', color: 'text' }],
    due: 'text',
    start: 'text',
    shortUrl: 'text',
    dateLastActivity: 'text',
    customFieldItems: [
      {
        idCustomField: 'text',
        idValue: 'text',
        value: { text: 'text', number: 'text', checked: 'text', date: 'text' },
      },
    ],
    attachments: [{ name: 'text', url: 'text' }],
    cover: {},
  },
  actions: {
    id: 'text',
    type: 'text',
    date: 'text',
    idMemberCreator: 'text',
    memberCreator: { id: 'text', fullName: 'text', username: 'text' },
    data: { card: { id: 'text' } },
  },
}
