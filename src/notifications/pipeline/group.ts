import {
  notificationKinds,
  pickMoreImportantKind,
  type NotificationKind,
} from '../../resources/platform/notifications/kinds.ts'
import type { NotificationCause } from '../../resources/platform/notifications/rows.ts'
import type { Notice } from './authorize.ts'

/** Time after its latest cause during which an unread notification collects further causes of its task. */
const GROUPING_WINDOW_MS = 5 * 60_000

/** Maximum number of stored causes: the first, and the most important and latest others. */
export const MAX_CAUSES = 20

type NoticeFields = Pick<Notice, 'org_id' | 'user_id' | 'task_id' | 'project_id' | 'team_id' | 'title'>

export interface GroupedNotification extends NoticeFields {
  notification_id: string
  grows: boolean
  resource_type: string
  resource_id: string
  kind: NotificationKind
  causes: NotificationCause[]
  cause_count: number
  on_page: boolean
  created_at: string
  updated_at: string
  /** Keys of its causes with their kinds, and the keys of those to send by email. */
  keys: { cause_id: string; kind: NotificationKind }[]
  now: string[]
  daily: string[]
}

/** Groups the causes of one user and task that follow each other within minutes. Expects the order of the events. */
export function groupNotices(
  notices: readonly Notice[],
  toCause: (notice: Notice) => NotificationCause,
  newId: () => string,
): GroupedNotification[] {
  const latest = new Map<string, GroupedNotification>()
  const groups: GroupedNotification[] = []
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

const isSoonAfter = (last: string, at: string): boolean => Date.parse(at) - Date.parse(last) <= GROUPING_WINDOW_MS

function startGroup(notice: Notice, { at }: NotificationCause, newId: () => string): GroupedNotification {
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

function findLeastImportant(causes: readonly NotificationCause[]): number {
  const weights = causes.map(({ kind }) => notificationKinds.indexOf(kind))
  return weights.indexOf(Math.max(...weights.slice(1)), 1)
}

function addCause(group: GroupedNotification, notice: Notice, cause: NotificationCause): void {
  group.kind = pickMoreImportantKind(group.kind, notice.kind)
  group.causes.push(cause)
  group.cause_count++
  if (group.causes.length > MAX_CAUSES) group.causes.splice(findLeastImportant(group.causes), 1)
  group.on_page ||= notice.page
  if (cause.at > group.updated_at) group.updated_at = cause.at
  group.keys.push({ cause_id: notice.cause_id, kind: notice.kind })
  if (notice.mail === 'now') group.now.push(notice.cause_id)
  if (notice.mail === 'daily') group.daily.push(notice.cause_id)
}
