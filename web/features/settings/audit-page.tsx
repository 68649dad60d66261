import type { AuditEvent, AuditListQuery } from '@svc/sdk'
import { eventResourceValues } from '@svc/sdk/enums'
import { useEffect, useState } from 'preact/hooks'
import { currentLocation, setQuery } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { getApiClient, useQuery } from '../../store/use-query.ts'
import { auditTexts as messages } from '../../messages/organization.ts'
import { resourceNames } from '../../messages/resources.ts'
import { getMembers } from '../members/members.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { FormField } from '../../components/form-field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { runAction } from './kit/action-problem.tsx'
import { TextField } from './kit/text-field.tsx'
import { AuditRow } from './organization/audit-row.tsx'
import './organization/audit.css'

const PAGE_SIZE = 50
const FILTERS = ['actor', 'resource_type', 'resource_id', 'from', 'to'] as const
type AuditFilter = (typeof FILTERS)[number]

/** Audit log with its filters in the address. */
export function AuditPage() {
  const { query } = currentLocation.value
  const filters: AuditListQuery = Object.fromEntries(
    FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  )
  const key = new URLSearchParams(filters as Record<string, string>).toString()
  const { value, problem, refetch } = useQuery(`audit ${key}`, (svc) =>
    svc.audit.list({ ...filters, limit: PAGE_SIZE }),
  )
  return (
    <section class="settings-section">
      <div class="settings-head">
        <p class="settings-hint">{messages.intro}</p>
        <a class="button button-plain" href={`/v1/audit.csv?org_id=${getStore().org}&${key}`} download="audit.csv">
          {messages.csv}
        </a>
      </div>
      <Filters filters={filters} />
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !value && <Skeleton rows={10} height={40} />}
      {value?.data.length === 0 && <p class="settings-hint">{key ? messages.noneMatch : messages.none}</p>}
      {!problem && value && value.data.length > 0 && <EventList first={value} filters={filters} />}
    </section>
  )
}

const setFilter = (name: AuditFilter, value: string) => setQuery({ [name]: value || null }, { replace: true })

const Filters = ({ filters }: { filters: AuditListQuery }) => (
  <div class="audit-filters">
    <FormField label={messages.actor}>
      <select class="input" value={filters.actor ?? ''} onChange={(event: Event) => setFilter('actor', read(event))}>
        <option value="">{messages.anyone}</option>
        {[...getMembers().byUsername].map(([username, { name }]) => (
          <option key={username} value={username}>
            {name && name !== username ? `${name} (${username})` : username}
          </option>
        ))}
      </select>
    </FormField>
    <FormField label={messages.resource}>
      <select
        class="input"
        value={filters.resource_type ?? ''}
        onChange={(event: Event) => setFilter('resource_type', read(event))}
      >
        <option value="">{messages.anything}</option>
        {eventResourceValues.map((name) => (
          <option key={name} value={name}>
            {resourceNames[name] ?? name}
          </option>
        ))}
      </select>
    </FormField>
    <TextField
      label={messages.from}
      type="date"
      value={filters.from ?? ''}
      onChange={(day) => setFilter('from', day)}
    />
    <TextField label={messages.to} type="date" value={filters.to ?? ''} onChange={(day) => setFilter('to', day)} />
    {Object.keys(filters).length > 0 && (
      <Button onClick={() => setQuery(Object.fromEntries(FILTERS.map((name) => [name, null])), { replace: true })}>
        {messages.clear}
      </Button>
    )}
  </div>
)

const read = (event: Event) => (event.currentTarget as HTMLSelectElement).value

interface EventListProps {
  first: { data: AuditEvent[]; next_cursor: string | null }
  filters: AuditListQuery
}

/** Loads the starts of the descriptions of events, which the server has in English only. */
function useEventTexts(): ReadonlyMap<string, string> | undefined {
  const isEnglish = document.documentElement.lang === 'en'
  const { value } = useQuery('event-types', async (svc) =>
    isEnglish ? (await svc.webhooks.events({ limit: 1000 })).data : [],
  )
  return (
    value && new Map(value.map(({ type, description }) => [type, description.split(/\.(?: |$)|, for example /)[0]!]))
  )
}

function EventList({ first, filters }: EventListProps) {
  const [pages, setPages] = useState([first])
  useEffect(() => setPages([first]), [first])
  const texts = useEventTexts()
  const next = pages.at(-1)!.next_cursor
  const loadMore = () =>
    runAction(async () => {
      const page = await getApiClient().audit.list({ ...filters, limit: PAGE_SIZE, cursor: next! })
      setPages([...pages, page])
    })
  return (
    <>
      <ul class="settings-list">
        {pages.flatMap(({ data }) =>
          data.map((event) => <AuditRow key={event.event_id} event={event} text={texts?.get(event.action)} />),
        )}
      </ul>
      {next !== null && <Button onClick={() => void loadMore()}>{messages.more}</Button>}
    </>
  )
}
