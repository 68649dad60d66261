import type { StreamEvent } from '@svc/sdk'
import { isRefusal } from '../errors.ts'
import type { Session } from '../session/session.ts'
import { visible } from './text.ts'

/** Maximum number of cached titles. */
const MAX_TITLES = 1000

/** Finds the names of events' resources: from the event, or by one lookup for a task. */
export function titleFinder({ svc }: Session, signal: AbortSignal): (event: StreamEvent) => Promise<string> {
  const known = new Map<string, string>()
  return async ({ type, data: { resource_type, resource_id, before, after } }) => {
    const said = [after, before]
      .flatMap((state) => [state?.title, state?.name])
      .find((one) => typeof one === 'string')
    if (known.size > MAX_TITLES) known.clear()
    if (typeof said === 'string') known.set(resource_id, said)
    else if (resource_type === 'task' && type !== 'gone' && !known.has(resource_id))
      known.set(resource_id, await findTitle(svc, resource_id, signal))
    return known.get(resource_id) ?? ''
  }
}

async function findTitle(svc: Session['svc'], id: string, signal: AbortSignal): Promise<string> {
  try {
    return (await svc.tasks.read(id, { signal })).title
  } catch (error) {
    if (isRefusal(error)) return ''
    throw error
  }
}

/** Formats an event as a sentence, or as tab-separated values. */
export function toLine(event: StreamEvent, title: string, isForPeople: boolean): string {
  const { created_at, type, actor, data } = event
  const who = actor.username ?? (actor.kind === 'system' ? 'the server' : (actor.id ?? ''))
  const changes = toChanges(data)
  if (!isForPeople)
    return [created_at, type, data.resource_id, who, title, changes].map((part) => visible(part)).join('\t')
  const time = new Date(created_at).toTimeString().slice(0, 8)
  const about = [data.resource_id, title && `“${title}”`, changes && `(${changes})`].filter(Boolean).join(' ')
  if (type === 'gone') return visible(`${time}  ${data.resource_type} ${about} can no longer be read`)
  const [resource = '', act = ''] = type.split('.').map((word) => word.replaceAll('_', ' '))
  // "comment added" of a task reads as "added comment of task".
  const [, part, verb] = /^(.* )?(\S+)$/.exec(act) ?? []
  return visible(`${time}  ${who} ${verb} ${part ? `${part}of ` : ''}${resource} ${about}`)
}

/** Formats the changes: `status not_started → in_progress, due_date → 2027-01-15`. */
function toChanges({ before, after }: StreamEvent['data']): string {
  if (!before || !after) return ''
  return Object.keys(after)
    .map((name) => `${name} ${[before[name], after[name]].map(toWords).filter(Boolean).join(' → ')}`)
    .join(', ')
}

function toWords(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
