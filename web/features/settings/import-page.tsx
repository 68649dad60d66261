import { SvcProblem, type Import } from '@svc/sdk'
import { importsList, importsRead } from '@svc/sdk/operations'
import { currentLocation, setQuery } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { importPhaseNames, importTexts as messages } from '../../messages/imports.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { getMembers } from '../members/members.ts'
import { isOrgAdmin, isProjectOwner } from '../members/permissions.ts'
import { isFinalImport, nameSource } from './import/import-calls.ts'
import { ImportDetail } from './import/import-detail.tsx'
import { NewImport } from './import/new-import.tsx'
import { PlaceholderList } from './import/placeholder-list.tsx'
import { Moment } from './kit/moment.tsx'
import { SettingsItem } from './kit/settings-item.tsx'
import { usePolling } from './kit/use-polling.ts'
import './import/imports.css'
import { formatList } from '../../components/util/intl.ts'

const openImport = (id: string | null) => setQuery({ import: id })

export function ImportPage() {
  const id = currentLocation.value.query.get('import')
  const projects = getStore().all('projects').value
  if (!projects) return <Skeleton rows={6} height={36} />
  if (id !== null) return <OpenedImport key={id} id={id} />
  const owned = projects.filter(({ project_id }) => isProjectOwner(project_id))
  return (
    <>
      {isOrgAdmin() || owned.length > 0 ? (
        <NewImport projects={owned} onStart={({ import_id }) => openImport(import_id)} />
      ) : (
        <NotAllowed />
      )}
      {isOrgAdmin() && <PlaceholderList />}
      <EarlierImports />
    </>
  )
}

function NotAllowed() {
  const admins = getMembers().active.filter(({ role }) => role === 'owner' || role === 'admin')
  const names = admins.slice(0, 3).flatMap(({ username }) => username ?? [])
  return (
    <p class="settings-hint">
      {messages.notAllowed} {names.length > 0 && messages.notAllowedAsk(formatList(names))}
    </p>
  )
}

function OpenedImport({ id }: { id: string }) {
  const { value, problem, refetch } = usePolling(`import ${id}`, (svc) => importsRead(svc, id), isFinalImport)
  const goBack = () => openImport(null)
  if (problem instanceof SvcProblem && problem.status === 404)
    return <EmptyState text={messages.unknown} action={{ label: messages.back, run: goBack }} />
  return (
    <>
      <div class="settings-row">
        <Button kind="quiet" icon="arrow-left" onClick={goBack}>
          {messages.back}
        </Button>
      </div>
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !value && <Skeleton rows={6} height={36} />}
      {value && (
        <ImportDetail
          key={value.phase}
          value={value}
          refetch={refetch}
          onRepeat={({ import_id }) => openImport(import_id)}
        />
      )}
    </>
  )
}

function EarlierImports() {
  const { value, problem, refetch } = useQuery('imports', (svc) => importsList(svc, { limit: 50 }))
  return (
    <section class="settings-section">
      <h2>{messages.earlier}</h2>
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !value && <Skeleton rows={3} height={52} />}
      {value?.data.length === 0 && <p class="settings-hint">{messages.none}</p>}
      <ul class={value && value.data.length > 0 ? 'settings-list' : undefined}>
        {value?.data.map((one) => (
          <ImportRow key={one.import_id} {...one} />
        ))}
      </ul>
    </section>
  )
}

const ImportRow = ({ import_id, file_name, source, phase, dry_run, created_by, created_at }: Import) => (
  <SettingsItem
    title={file_name}
    onOpen={() => openImport(import_id)}
    isOff={phase === 'undone'}
    badges={[dry_run && messages.checked]}
    facts={[nameSource(source), messages.by(created_by), <Moment key="at" label={messages.started} at={created_at} />]}
  >
    <span class={phase === 'failed' ? 'settings-health settings-bad' : 'settings-health'}>
      {importPhaseNames[phase]}
    </span>
  </SettingsItem>
)
