import type { GoneEvent, SvcEvent } from '@svc/sdk'
import type { Kind } from './rows.ts'

/** What the stream tells, as far as it matters here. */
export interface Told {
  type: string
  resource: string
  id: string
  project: string | null
  actor: string | null
}

export const toldOf = ({ type, data, project_id, actor }: SvcEvent | GoneEvent): Told => ({
  type,
  resource: data.resource_type,
  id: data.resource_id,
  project: project_id,
  actor: actor?.id ?? null,
})

/** What an event means for what is shown. */
export interface Meaning {
  /** The row that changed. */
  row?: { kind: Kind; id: string }
  /** Of which kinds rows may be others now, or lists have others. */
  kinds: readonly Kind[]
  /** Kinds whose rows count what changed. */
  counting: readonly Kind[]
  /** It changed more rows than it names. */
  isMass: boolean
}

const kindOf: Partial<Record<string, Kind>> = {
  task: 'tasks',
  project: 'projects',
  goal: 'goals',
  team: 'teams',
  sprint: 'sprints',
  milestone: 'milestones',
  section: 'sections',
  view: 'views',
  member: 'organizationMembers',
}

/** Events that change rows of other kinds than that of what they name. */
const besides: readonly [RegExp, readonly Kind[]][] = [
  [/^task\.comment_/, ['taskComments']],
  [/^task\.attachment_/, ['taskAttachments']],
  [/^project\.member_|^project\.owner/, ['projectMembers', 'tasks']],
  [/^member\./, ['projectMembers', 'teams', 'tasks']],
  // The section may have been renumbered.
  [/^section\.updated$/, ['tasks']],
]

/** What has a number of tasks in it. */
const counters: readonly Kind[] = ['sections', 'sprints', 'milestones', 'goals', 'projects']

/** Acts on one thing that change what lies in it. */
const mass =
  /^(project|goal|sprint|milestone|section|team|member|org)\.(deleted|removed|completed|moved|restored)/

export function meaningOf({ type, resource, id }: Told): Meaning {
  const kind = kindOf[resource]
  const kinds = besides.flatMap(([types, more]) => (types.test(type) ? more : []))
  return {
    ...(kind && { row: { kind, id } }),
    kinds: kind ? [kind, ...kinds] : kinds,
    counting: kind === 'tasks' ? counters : [],
    isMass: mass.test(type),
  }
}
