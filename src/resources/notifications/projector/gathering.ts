import { kinds, weightier, type Kind } from '../kinds.ts'
import type { Cause } from '../rows.ts'
import type { Told } from './recipients.ts'

/** Time after its latest cause during which an unread notification collects further causes of its task. */
export const togetherMillis = 5 * 60_000

/** Maximum number of stored causes: the first, and the most important and latest others. */
export const mostCauses = 20

type NoticeFields = Pick<Told, 'org_id' | 'user_id' | 'task_id' | 'project_id' | 'team_id' | 'title'>

export interface Gathered extends NoticeFields {
  notification_id: string
  grows: boolean
  resource_type: string
  resource_id: string
  kind: Kind
  causes: Cause[]
  cause_count: number
  on_page: boolean
  created_at: string
  updated_at: string
  /** Keys of its causes with their kinds, and the keys of those to send by email. */
  keys: { cause_id: string; kind: Kind }[]
  now: string[]
  daily: string[]
}

export type Hour = Pick<Told, 'time_zone' | 'digest_hour'>

/**
 * Groups the causes of one user and task that follow each other within minutes into one notification. `notices` are in
 * the order of the events.
 */
export function gather(
  notices: readonly Told[],
  toCause: (notice: Told) => Cause,
  newId: () => string,
): Gathered[] {
  const latest = new Map<string, Gathered>()
  const groups: Gathered[] = []
  for (const notice of notices) {
    const cause = toCause(notice)
    const key = `${notice.org_id} ${notice.user_id} ${notice.task_id ?? notice.cause_id} ${notice.resource_id}`
    let group = latest.get(key)
    if (!group || !isSoonAfter(group.updated_at, cause.at)) {
      group = startGroup(notice, cause, newId)
      latest.set(key, group)
      groups.push(group)
    }
    addCause(group, notice, cause)
  }
  return groups
}

const isSoonAfter = (last: string, at: string): boolean => Date.parse(at) - Date.parse(last) <= togetherMillis

function startGroup(notice: Told, { at }: Cause, newId: () => string): Gathered {
  const { org_id, user_id, resource_type, resource_id, task_id, project_id, team_id, title, kind } = notice
  const grows = notice.open_id !== null && isSoonAfter(notice.open_at!, at)
  const fields = { org_id, user_id, resource_type, resource_id, task_id, project_id, team_id, title }
  const empty = { causes: [], cause_count: 0, on_page: false, keys: [], now: [], daily: [] }
  return {
    ...fields,
    ...empty,
    notification_id: grows ? notice.open_id! : newId(),
    grows,
    kind,
    created_at: at,
    updated_at: grows && notice.open_at! > at ? notice.open_at! : at,
  }
}

/** Returns the index of the earliest of the least important causes after the first. */
function findLeastImportant(causes: readonly Cause[]): number {
  const weights = causes.map(({ kind }) => kinds.indexOf(kind))
  return weights.indexOf(Math.max(...weights.slice(1)), 1)
}

function addCause(group: Gathered, notice: Told, cause: Cause): void {
  group.kind = weightier(group.kind, notice.kind)
  group.causes.push(cause)
  group.cause_count++
  if (group.causes.length > mostCauses) group.causes.splice(findLeastImportant(group.causes), 1)
  group.on_page ||= notice.page
  if (cause.at > group.updated_at) group.updated_at = cause.at
  group.keys.push({ cause_id: notice.cause_id, kind: notice.kind })
  if (notice.mail === 'now') group.now.push(notice.cause_id)
  if (notice.mail === 'daily') group.daily.push(notice.cause_id)
}
