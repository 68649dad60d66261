import type { AuditEvent } from '@svc/sdk'
import { auditTexts as messages } from '../../../messages/organization.ts'
import { getMembers } from '../../members/members.ts'
import { formatDateTime } from '../../../components/util/dates.ts'

interface AuditRowProps {
  event: AuditEvent
  /** Says what happened, in place of the name of the event. */
  text: string | undefined
}

/** Event of the audit log, which opens to show what changed. */
export function AuditRow({ event, text }: AuditRowProps) {
  const { created_at, action, resource_id, actor_kind, actor_username, actor_user_id, before, after } = event
  const actor = getMembers().byId.get(actor_user_id ?? '')?.name ?? actor_username ?? actor_user_id
  const name = findName(event)
  return (
    <li class="audit-event">
      <details>
        <summary>
          <time dateTime={created_at} class="settings-small">
            {formatDateTime(created_at)}
          </time>
          <bdi>{actor_kind === 'system' ? messages.system : actor}</bdi>
          {text ? <span class="audit-text">{text}</span> : <code>{action}</code>}
          {name ? <bdi class="one-line">{name}</bdi> : <code class="settings-small one-line">{resource_id}</code>}
        </summary>
        <dl>
          {before && <Values name={messages.before} values={before} />}
          {after && <Values name={messages.after} values={after} />}
        </dl>
        <p class="settings-small">
          {text && <code class="settings-part">{action}</code>}
          {name && <code class="settings-part">{resource_id}</code>}
          {event.ip && <span class="settings-part">{event.ip}</span>}
          {event.user_agent && <bdi class="settings-part">{event.user_agent}</bdi>}
          {event.token_id && (
            <span class="settings-part">
              {messages.token} {event.token_id}
            </span>
          )}
          {event.request_id && (
            <span class="settings-part">
              {messages.request} {event.request_id}
            </span>
          )}
        </p>
      </details>
    </li>
  )
}

/** Returns the name of what changed, if the event or the list of members has it. */
function findName({ before, after, resource_id }: AuditEvent): string | undefined {
  const values: Record<string, unknown> = { ...before, ...after }
  const name = values.name ?? values.title ?? values.email
  if (typeof name === 'string') return name
  const member = getMembers().byId.get(resource_id ?? '')
  return member?.name ?? member?.username ?? undefined
}

const Values = ({ name, values }: { name: string; values: Record<string, unknown> }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <pre class="settings-scroll audit-values" tabIndex={0} role="region" aria-label={name} dir="auto">
        {JSON.stringify(values, null, 2)}
      </pre>
    </dd>
  </>
)
