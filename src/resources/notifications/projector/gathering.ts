import { kinds, weightier, type Kind } from '../kinds.ts'
import type { Cause } from '../rows.ts'
import type { Told } from './recipients.ts'

/** For so long after its latest cause a notification that is still to be read takes in what else happens to its task. */
export const togetherMillis = 5 * 60_000

/** How many of its causes a notification keeps: the first, and of the others the weightiest and latest ones. */
export const mostCauses = 20

type Known = Pick<Told, 'org_id' | 'user_id' | 'task_id' | 'project_id' | 'team_id' | 'title'>

/** A notification to be made, or to be grown by further causes. */
export interface Gathered extends Known {
  notification_id: string
  /** Whether it is there already. */
  grows: boolean
  resource_type: string
  resource_id: string
  kind: Kind
  causes: Cause[]
  cause_count: number
  on_page: boolean
  created_at: string
  updated_at: string
  /** The keys of its causes, each with its kind and what of them is to be told by mail. */
  keys: { cause_id: string; kind: Kind }[]
  now: string[]
  daily: string[]
}

/** When a person gets the daily mail, for those who are told something by it. */
export type Hour = Pick<Told, 'time_zone' | 'digest_hour'>

/**
 * Puts together what is to be told: of one person's causes of one task that come within minutes of each other, one
 * notification, as long as it is not read. `told` is in the order of what happened.
 */
export function gather(
  told: readonly Told[],
  causeOf: (told: Told) => Cause,
  newId: () => string,
): Gathered[] {
  const latest = new Map<string, Gathered>()
  const all: Gathered[] = []
  for (const one of told) {
    const cause = causeOf(one)
    const name = `${one.org_id} ${one.user_id} ${one.task_id ?? one.cause_id} ${one.resource_id}`
    let row = latest.get(name)
    if (!row || !isSoonAfter(row.updated_at, cause.at)) {
      row = begin(one, cause, newId)
      latest.set(name, row)
      all.push(row)
    }
    add(row, one, cause)
  }
  return all
}

const isSoonAfter = (last: string, at: string): boolean => Date.parse(at) - Date.parse(last) <= togetherMillis

function begin(told: Told, { at }: Cause, newId: () => string): Gathered {
  const { org_id, user_id, resource_type, resource_id, task_id, project_id, team_id, title, kind } = told
  const grows = told.open_id !== null && isSoonAfter(told.open_at!, at)
  const place = { org_id, user_id, resource_type, resource_id, task_id, project_id, team_id, title }
  const none = { causes: [], cause_count: 0, on_page: false, keys: [], now: [], daily: [] }
  return {
    ...place,
    ...none,
    notification_id: grows ? told.open_id! : newId(),
    grows,
    kind,
    created_at: at,
    updated_at: grows && told.open_at! > at ? told.open_at! : at,
  }
}

/** Which cause has to go: the earliest of the lightest ones after the first. */
function leastOf(causes: readonly Cause[]): number {
  const weights = causes.map(({ kind }) => kinds.indexOf(kind))
  return weights.indexOf(Math.max(...weights.slice(1)), 1)
}

function add(row: Gathered, told: Told, cause: Cause): void {
  row.kind = weightier(row.kind, told.kind)
  row.causes.push(cause)
  row.cause_count++
  if (row.causes.length > mostCauses) row.causes.splice(leastOf(row.causes), 1)
  row.on_page ||= told.page
  if (cause.at > row.updated_at) row.updated_at = cause.at
  row.keys.push({ cause_id: told.cause_id, kind: told.kind })
  if (told.mail === 'now') row.now.push(told.cause_id)
  if (told.mail === 'daily') row.daily.push(told.cause_id)
}
