import type { GoneEvent, SvcEvent } from '@svc/sdk'
import type { Kind } from './rows.ts'

/** The parts of a stream event that the console uses. */
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

export interface Meaning {
  row?: { kind: Kind; id: string }
  /** Kinds whose rows or lists may have changed. */
  kinds: readonly Kind[]
  /** Kinds whose task counts may have changed. */
  counting: readonly Kind[]
  /** True if it changed more rows than it names. */
  isMass: boolean
}

const KINDS_BY_RESOURCE: Partial<Record<string, Kind>> = {
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

/** Kinds that events change besides their own. */
const RELATED_KINDS: readonly [RegExp, readonly Kind[]][] = [
  [/^task\.comment_/, ['taskComments']],
  [/^task\.attachment_/, ['taskAttachments']],
  [/^project\.member_|^project\.owner/, ['projectMembers', 'tasks']],
  [/^member\./, ['projectMembers', 'teams', 'tasks']],
  // Positions in the section may have been renumbered.
  [/^section\.updated$/, ['tasks']],
]

const COUNTING_KINDS: readonly Kind[] = ['sections', 'sprints', 'milestones', 'goals', 'projects']

/** Events that change many rows at once. */
const MASS_EVENTS =
  /^(project|goal|sprint|milestone|section|team|member|org)\.(deleted|removed|completed|moved|restored)/

export function meaningOf({ type, resource, id }: Told): Meaning {
  const kind = KINDS_BY_RESOURCE[resource]
  const kinds = RELATED_KINDS.flatMap(([types, more]) => (types.test(type) ? more : []))
  return {
    ...(kind && { row: { kind, id } }),
    kinds: kind ? [kind, ...kinds] : kinds,
    counting: kind === 'tasks' ? COUNTING_KINDS : [],
    isMass: MASS_EVENTS.test(type),
  }
}
