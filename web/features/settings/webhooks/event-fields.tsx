import type { WebhookEventType } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { useQuery } from '../../../store/use-query.ts'
import { webhookTexts as messages } from '../../../messages/webhooks.ts'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { normalizeForSearch } from '../../../components/util/text-search.ts'
import { resourceNames } from '../../../messages/resources.ts'

interface EventFieldsProps {
  events: readonly string[]
  onChange: (events: string[]) => void
}

/** Choice of event types from the catalogue, by resource. A search opens the resources with matches. */
export function EventFields({ events, onChange }: EventFieldsProps) {
  const [text, setText] = useState('')
  const { value, problem, refetch } = useQuery('event-types', (svc) => svc.webhooks.events({ limit: 1000 }))
  const wanted = normalizeForSearch(text)
  const found = value?.data.filter(({ type, description }) =>
    normalizeForSearch(`${type} ${description}`).includes(wanted),
  )
  const groups = groupByResource(found ?? [])
  return (
    <fieldset class="webhook-events">
      <legend class="field-label">{messages.chosen(events.length)}</legend>
      <input
        type="search"
        class="input"
        aria-label={messages.findEvent}
        placeholder={messages.findEvent}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !value && <Skeleton rows={6} height={32} />}
      {[...groups].map(([resource, types]) => (
        <ResourceEvents key={resource} {...{ resource, types, events, onChange }} isOpen={wanted !== ''} />
      ))}
    </fieldset>
  )
}

function groupByResource(types: readonly WebhookEventType[]): Map<string, WebhookEventType[]> {
  const groups = new Map<string, WebhookEventType[]>()
  for (const type of types) groups.set(type.resource, [...(groups.get(type.resource) ?? []), type])
  return groups
}

interface ResourceEventsProps extends EventFieldsProps {
  resource: string
  types: readonly WebhookEventType[]
  isOpen: boolean
}

function ResourceEvents({ resource, types, events, onChange, isOpen }: ResourceEventsProps) {
  const all = `${resource}.*`
  const hasAll = events.includes(all)
  const count = types.filter(({ type }) => events.includes(type)).length
  const toggle = (type: string, isOn: boolean) => {
    const rest = events.filter((one) => one !== type && !(type === all && one.startsWith(`${resource}.`)))
    onChange(isOn ? [...rest, type] : rest)
  }
  return (
    <details open={isOpen || undefined}>
      <summary>
        <span>{resourceNames[resource] ?? resource}</span>
        {count > 0 && (
          <span class="settings-badge">{hasAll ? messages.resourceAll : messages.resourceChosen(count)}</span>
        )}
      </summary>
      {types.map(({ type, description, wildcard }) => (
        <label key={type} class="webhook-event">
          <input
            type="checkbox"
            checked={hasAll || events.includes(type)}
            disabled={hasAll && !wildcard}
            onChange={({ currentTarget }) => toggle(type, currentTarget.checked)}
          />
          <span>
            <code>{type}</code>
            <span class="settings-small">{description}</span>
          </span>
        </label>
      ))}
    </details>
  )
}
