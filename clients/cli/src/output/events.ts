import type { StreamEvent } from '@svc/sdk'
import { isApiError } from '../errors.ts'
import type { Session } from '../session/session.ts'
import { escapeControls } from './text.ts'

/** Maximum number of cached titles. */
const MAX_TITLES = 1000

/** Returns a function that finds the name of an event's resource: in the event, or by one request per task. */
export function createTitleFinder({ svc }: Session, signal: AbortSignal): (event: StreamEvent) => Promise<string> {
  const cache = new Map<string, string>()
  return async ({ type, data: { resource_type, resource_id, before, after } }) => {
    const titleInEvent = [after, before]
      .flatMap((state) => [state?.title, state?.name])
      .find((one) => typeof one === 'string')
    if (cache.size > MAX_TITLES) cache.clear()
    if (typeof titleInEvent === 'string') cache.set(resource_id, titleInEvent)
    else if (resource_type === 'task' && type !== 'gone' && !cache.has(resource_id))
      cache.set(resource_id, await findTitle(svc, resource_id, signal))
    return cache.get(resource_id) ?? ''
  }
}

async function findTitle(svc: Session['svc'], id: string, signal: AbortSignal): Promise<string> {
  try {
    return (await svc.tasks.read(id, { signal })).title
  } catch (error) {
    if (isApiError(error)) return ''
    throw error
  }
}

/** Formats an event as a sentence, or as tab-separated values. */
export function formatEvent(event: StreamEvent, title: string, isForPeople: boolean): string {
  const { created_at, type, actor, data } = event
  const who = actor.username ?? (actor.kind === 'system' ? 'the server' : (actor.id ?? ''))
  const changes = toChanges(data)
  if (!isForPeople)
    return [created_at, type, data.resource_id, who, title, changes].map((part) => escapeControls(part)).join('\t')
  const time = new Date(created_at).toTimeString().slice(0, 8)
  const subject = [data.resource_id, title && `“${title}”`, changes && `(${changes})`].filter(Boolean).join(' ')
  if (type === 'gone') return escapeControls(`${time}  ${data.resource_type} ${subject} can no longer be read`)
  const [resource = '', act = ''] = type.split('.').map((word) => word.replaceAll('_', ' '))
  // "comment added" of a task reads as "added comment of task".
  const [, part, verb] = /^(.* )?(\S+)$/.exec(act) ?? []
  return escapeControls(`${time}  ${who} ${verb} ${part ? `${part}of ` : ''}${resource} ${subject}`)
}

/** Formats the changes: `status not_started → in_progress, due_date → 2027-01-15`. */
function toChanges({ before, after }: StreamEvent['data']): string {
  if (!before || !after) return ''
  return Object.keys(after)
    .map((name) => `${name} ${[before[name], after[name]].map(formatValue).filter(Boolean).join(' → ')}`)
    .join(', ')
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
