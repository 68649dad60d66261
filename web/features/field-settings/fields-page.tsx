import type { Field } from '@svc/sdk'
import { currentLocation, setQuery } from '../../location.ts'
import { fieldSettingsTexts as messages } from '../../messages/field-settings.ts'
import { getStore } from '../../store/current-store.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { isOrgAdmin } from '../members/permissions.ts'
import { getFields, hasField } from '../fields/fields.ts'
import { FieldDialog } from './field-dialog.tsx'
import { FieldList } from './field-list.tsx'
import { listManagedProjects } from './field-rights.ts'
import './fields-page.css'

/** Page of the custom fields: all of the organization, or those that tasks of one project have (`?project=`). */
export function FieldsPage() {
  const project = currentLocation.value.query.get('project')
  const fields = getFields()
  if (!fields) return <Skeleton rows={6} height={44} />
  const shown = fields.all.filter((field) => project === null || hasField(field, project))
  const active = shown.filter(({ is_active }) => is_active)
  const archived = shown.filter(({ is_active }) => !is_active)
  return (
    <>
      <p class="settings-hint">{messages.intro}</p>
      {!isOrgAdmin() && <p class="settings-hint">{messages.readOnly}</p>}
      <section class="settings-section">
        <div class="fields-head">
          <h2>{messages.list}</h2>
          <ProjectFilter value={project} />
          <Button kind="main" icon="plus" onClick={({ currentTarget }) => openNewField(project, currentTarget)}>
            {messages.create}
          </Button>
        </div>
        {active.length > 0 ? (
          <FieldList fields={active} all={fields.active} />
        ) : (
          <p class="fields-empty">{project === null ? messages.empty : messages.emptyProject}</p>
        )}
      </section>
      {archived.length > 0 && <Archived fields={archived} all={fields.all} />}
    </>
  )
}

const Archived = ({ fields, all }: { fields: readonly Field[]; all: readonly Field[] }) => (
  <section class="settings-section">
    <h2>{messages.archivedTitle}</h2>
    <p class="settings-hint">{messages.archivedHint}</p>
    <FieldList fields={fields} all={all} />
  </section>
)

function openNewField(project: string | null, anchor: Element): void {
  const [first] = listManagedProjects()
  const scope = project !== null ? [project] : isOrgAdmin() ? null : first ? [first.project_id] : null
  openLayer((close) => <FieldDialog scope={scope} close={close} />, anchor)
}

function ProjectFilter({ value }: { value: string | null }) {
  const projects = getStore().all('projects').value ?? []
  if (projects.length === 0) return null
  return (
    <select
      class="input"
      aria-label={messages.projectFilter}
      value={value ?? ''}
      onChange={(event) => setQuery({ project: event.currentTarget.value || null }, { replace: true })}
    >
      <option value="">{messages.everything}</option>
      {projects.map(({ project_id, name }) => (
        <option key={project_id} value={project_id}>
          {name}
        </option>
      ))}
    </select>
  )
}
