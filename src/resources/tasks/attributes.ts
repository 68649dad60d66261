import {
  bool,
  date,
  dateTime,
  freeForm,
  list,
  nullable,
  oneOf,
  text,
  version,
  words,
} from '../../kernel/schema.ts'
import { fold, sortKey } from '../../kernel/text.ts'
import { priorities } from '../projects/schemas.ts'
import {
  clearable,
  kept,
  lasting,
  replaced,
  type Attribute,
  type Shown,
  type Writable,
} from './attribute-kinds.ts'

/*
 * The attributes of a task, each declared once: an attribute is added or changed here. The row and its columns, the
 * blank task, what an update does, what events tell, and the schemas of bodies, answers and restricted rows follow.
 */

export const taskStatuses = words('TaskStatus', [
  'backlog',
  'not_started',
  'in_progress',
  'blocked',
  'completed',
  'archived',
  'on_hold',
])
export const taskTypes = words('TaskType', ['task', 'bug', 'agent'])

type Status = (typeof taskStatuses)[number]
type Priority = (typeof priorities)[number]

/** The order that a list sorted by status has: each stands at its rank. */
export const statusOrder: readonly Status[] = [
  'backlog',
  'in_progress',
  'not_started',
  'blocked',
  'completed',
  'on_hold',
  'archived',
]
/** The same of priorities. */
export const priorityOrder: readonly Priority[] = ['critical', 'high', 'medium', 'low', 'none']

const none = () => null as string | null
const id = (description: string) => text({ max: 64, description })
const ids = (description: string) => list(text({ max: 64 }), { maxItems: 200, description })
const tagWords = 'must not contain a comma or be blank: send each tag as a separate item'

const distinct = (values: string[]) => [...new Set(values)]
const json = (value: object | null) => (value === null ? null : JSON.stringify(value))

const identity = {
  org_id: kept(text(), '' as string, { unmasked: true }),
  task_id: kept(text(), '' as string, { unmasked: true }),
}

const places = {
  project_id: clearable(id('The project it lies in; null for none.'), text(), { unmasked: true }),
  team_id: clearable(id('A task with a team and no project waits in the intake of that team.'), text(), {
    told: true,
    unmasked: true,
  }),
  sprint_id: clearable(id('A sprint of its team.'), text(), { told: true }),
  milestone_id: clearable(id('A milestone of its team.'), text(), { told: true }),
  goal_id: clearable(id('A goal of its project.'), text(), { told: true }),
}

const heading = {
  title: lasting(text({ min: 1, max: 500, visible: true }), text(), '', {
    told: true,
    mask: 'Restricted',
    further: { title_key: sortKey },
  }),
}

const contents = {
  description: clearable(text({ max: 100_000 }), text(), { told: true }),
  status: lasting(oneOf(taskStatuses), oneOf(taskStatuses), 'not_started', {
    told: true,
    further: { status_rank: (status) => statusOrder.indexOf(status) },
  }),
  priority: lasting(oneOf(priorities), oneOf(priorities), 'none', {
    told: true,
    further: { priority_rank: (priority) => priorityOrder.indexOf(priority) },
  }),
  task_type: lasting(oneOf(taskTypes), oneOf(taskTypes), 'task', { told: true }),
  assignee: clearable(text({ max: 64, description: 'Username of an active member.' }), text(), {
    told: true,
    further: { assignee_key: (name) => (name === null ? null : fold(name)) },
  }),
  start_date: clearable(date(), date(), { told: true }),
  due_date: clearable(date(), date(), { told: true }),
  tags: replaced(
    list(text({ min: 1, max: 50, pattern: '^\\s*[^,\\s][^,]*$', inWords: tagWords, visible: true }), {
      maxItems: 50,
      description: 'Without commas and space around them; a tag given twice counts once.',
    }),
    list(text()),
    { told: true, taken: (tags) => distinct(tags.map((tag) => tag.trim())) },
  ),
  type_data: clearable(
    freeForm({ description: 'Merged into what is stored (RFC 7396): null removes a key.' }),
    freeForm(),
    { told: true, stored: json },
  ),
  metadata: replaced(
    list(freeForm(), { maxItems: 100, freeForm: true, description: 'Replaced as a whole.' }),
    list(freeForm()),
    { told: true, stored: json },
  ),
}

const parentage = { is_subtask: lasting(bool(), bool(), false, { told: true }) }

const links = {
  // What names another task is told by events of its own, which not everybody is sent.
  parent_task_id: { blank: none() },
  sub_tasks: replaced(
    ids('Ids of its subtasks; a task has one parent.'),
    list(text(), { description: 'Those that the caller can read.' }),
    { taken: distinct },
  ),
  dependencies: replaced(
    ids('Ids of tasks it waits for.'),
    list(text(), { description: 'Those that the caller can read.' }),
    { taken: distinct },
  ),
}

const tracking = {
  bug_id: clearable(text({ max: 200 }), text(), { told: true }),
  tracker_id: lasting(text({ max: 200, description: 'Only on creating a bug.' }), nullable(text()), null, {
    told: true,
  }),
}

const restriction = {
  // Its events are of a kind of their own, `task.restricted`.
  restricted_to: replaced(
    list(text({ max: 64 }), {
      maxItems: 200,
      description:
        'Usernames of those who alone may see it, beside project owners and org admins; empty = everyone.',
    }),
    list(text()),
    { further: { restricted: (names) => names.length > 0 } },
  ),
  restricted_to_user_ids: kept(nullable(list(text())), [] as string[], { mask: null }),
}

const record = {
  created_by: kept(nullable(text()), none(), { mask: null }),
  updated_by: kept(nullable(text()), none(), { mask: null }),
  created_at: kept(nullable(dateTime()), '' as string, { unmasked: true }),
  updated_at: kept(nullable(dateTime()), '' as string, { mask: null }),
  version: kept(version, 1, { mask: null }),
}

/** What statements of their own keep, or follows from another attribute, and is in no Task as it is. */
const counted = {
  restricted: { blank: false },
  comments: { blank: 0 },
}

/** Every attribute; those that answers show are in the order in which they do. */
export const attributes = {
  ...identity,
  ...places,
  ...heading,
  ...contents,
  ...parentage,
  ...links,
  ...tracking,
  ...restriction,
  ...record,
  ...counted,
}

/** What a change of a task can write; what bodies take is in the order in which the API pages show it. */
const changing = {
  ...heading,
  ...parentage,
  ...places,
  ...links,
  ...contents,
  ...tracking,
  ...restriction,
}

type Attributes = typeof attributes
/** The name of an attribute, which is that of its column and of its field. */
export type AttributeName = keyof Attributes
/** The values of all attributes: the row of a task. */
export type AttributeValues = { [K in AttributeName]: Attributes[K]['blank'] }

type Having<F> = { [K in AttributeName]: Attributes[K] extends F ? K : never }[AttributeName]
/** The name of an attribute that answers show. */
export type ShownName = Having<Shown<unknown>>
type WritableName = Having<Writable<unknown>>

/** What is known of an attribute when one walks through them. */
type AnyAttribute = Attribute<unknown> & Partial<Shown<unknown> & Writable<unknown>>
const entriesOf = (group: Partial<Attributes>) => Object.entries(group) as [AttributeName, AnyAttribute][]

const schemasOf = (group: Partial<Attributes>, which: 'shown' | 'body') =>
  Object.fromEntries(entriesOf(group).flatMap(([name, one]) => (one[which] ? [[name, one[which]]] : [])))

/** The schemas of what answers show. */
export const shownSchemas = schemasOf(attributes, 'shown') as { [K in ShownName]: Attributes[K]['shown'] }
/** The schemas of what a client may write. */
export const bodySchemas = schemasOf(changing, 'body') as { [K in WritableName]: Attributes[K]['body'] }

/** The names of all attributes, which are the columns that a row is read with. */
export const attributeNames = entriesOf(attributes).map(([name]) => name)

/** What a client may write, with what becomes of it. */
export const writable = entriesOf(changing).flatMap(([name, { body, onNull, taken }]) =>
  body && onNull ? [{ name: name as WritableName, onNull, taken }] : [],
)

/** Attributes of a task that its events tell, beside project, restriction and links. */
export const toldAttributes = entriesOf({
  ...heading,
  ...contents,
  ...tracking,
  ...parentage,
  ...places,
}).flatMap(([name, { told }]) => (told ? [name] : []))

/** What a restricted row says of each attribute that it doesn't show as it is. */
export const masks: Partial<Record<AttributeName, unknown>> = Object.fromEntries(
  entriesOf(attributes).flatMap(([name, { shown, unmasked, mask, blank }]) =>
    shown && !unmasked ? [[name, mask === undefined ? blank : mask]] : [],
  ),
)

/** The columns that a change writes: of which attribute each tells, and what it takes of its value. */
export const storedColumns = entriesOf(changing).flatMap(
  ([from, { stored = (value: unknown) => value, further = {} }]) => [
    { name: from as string, from, of: stored },
    ...Object.entries(further).map(([name, of]) => ({ name, from, of })),
  ],
)

const blanks = Object.fromEntries(
  entriesOf(attributes).map(([name, { blank }]) => [name, blank]),
) as AttributeValues
const lists = attributeNames.filter((name) => Array.isArray(blanks[name]))

/** The values of a task of which nothing was said; its lists are its own. */
export function blankValues(): AttributeValues {
  const values: Record<AttributeName, unknown> = { ...blanks }
  for (const name of lists) values[name] = []
  return values as AttributeValues
}
