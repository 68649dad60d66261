import { exportsCreateForOrganization, exportsCreateForProject } from '@svc/sdk/operations'
import { useState } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { exportTexts as messages } from '../../messages/exports.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { getMembers } from '../members/members.ts'
import { getMyOrgRole, isProjectOwner } from '../members/permissions.ts'
import { ExportJob } from './export/export-job.tsx'
import { SelectField } from './kit/select-field.tsx'
import './import/imports.css'
import { formatList } from '../../components/util/intl.ts'

export const ExportPage = () => (
  <>
    <section class="settings-section">
      <h2>{messages.organization}</h2>
      <p class="settings-hint">{messages.organizationHint}</p>
      {getMyOrgRole() === 'owner' ? (
        <ExportJob
          name="organization"
          label={messages.startOrganization}
          start={(svc) => exportsCreateForOrganization(svc)}
        />
      ) : (
        <p class="settings-hint">{messages.ownersOnly(listOwners())}</p>
      )}
    </section>
    <ProjectExport />
  </>
)

const listOwners = (): string =>
  formatList(
    getMembers()
      .active.filter((one) => one.role === 'owner')
      .slice(0, 3)
      .flatMap(({ username }) => username ?? []),
  )

function ProjectExport() {
  const [chosen, choose] = useState<string>()
  const projects = getStore().all('projects').value
  if (!projects) return <Skeleton rows={3} height={36} />
  const owned = projects.filter(({ project_id }) => isProjectOwner(project_id))
  const project = chosen ?? owned[0]?.project_id
  return (
    <section class="settings-section">
      <h2>{messages.project}</h2>
      <p class="settings-hint">{messages.projectHint}</p>
      {project === undefined ? (
        <p class="settings-hint">{messages.noProject}</p>
      ) : (
        <>
          <div class="settings-form">
            <SelectField
              label={messages.chooseProject}
              value={project}
              options={owned.map(({ project_id, name }) => [project_id, name] as const)}
              onChange={choose}
            />
          </div>
          <ExportJob
            key={project}
            name={project}
            label={messages.startProject}
            start={(svc) => exportsCreateForProject(svc, project)}
          />
        </>
      )}
    </section>
  )
}
