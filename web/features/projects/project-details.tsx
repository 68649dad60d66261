import type { ProjectStatus, ProjectSummary as Project, ProjectVisibility } from '@svc/sdk'
import { projectStatusValues, projectVisibilityValues } from '@svc/sdk/enums'
import { useState } from 'preact/hooks'
import {
  projectPageTexts as messages,
  projectStatusNames,
  projectVisibilityNames,
} from '../../messages/project-page.ts'
import { Button } from '../../components/button.tsx'
import { FormField } from '../../components/form-field.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { formatDay } from '../../components/util/dates.ts'
import { LeadButton } from './lead-button.tsx'
import { UserName } from '../members/user-name.tsx'
import { DialogForm } from '../settings/kit/dialog-form.tsx'
import { updateRow } from '../settings/kit/row-changes.ts'
import { SelectField } from '../settings/kit/select-field.tsx'
import { TextField } from '../settings/kit/text-field.tsx'

interface DetailsProps {
  project: Project
  canEdit: boolean
  isOwner: boolean
  onChange: () => void
}

export function ProjectDetails({ project, canEdit, isOwner, onChange }: DetailsProps) {
  const [isEditing, setEditing] = useState(false)
  const { description, status, leads, start_date, end_date, visibility } = project
  const dates = [start_date, end_date].map((day) => (day === null ? '…' : formatDay(day)))
  return (
    <section class="settings-section">
      <div class="settings-head">
        <h2>{messages.details}</h2>
        {canEdit && (
          <Button icon="edit" onClick={() => setEditing(true)}>
            {messages.editDetails}
          </Button>
        )}
      </div>
      {description ? <Markdown text={description} /> : <p class="settings-hint">{messages.noDescription}</p>}
      <dl class="project-facts">
        <dt>{messages.status}</dt>
        <dd>{projectStatusNames[status]}</dd>
        <dt>{messages.lead}</dt>
        <dd>
          {leads.map(({ username }) => username && <UserName key={username} username={username} />)}
          {isOwner && <LeadButton project={project} onChange={onChange} />}
        </dd>
        <dt>{messages.dates}</dt>
        <dd>{start_date || end_date ? dates.join(' – ') : messages.noDates}</dd>
        <dt>{messages.visibility}</dt>
        <dd>{projectVisibilityNames[visibility]}</dd>
      </dl>
      {isEditing && <DetailsForm {...{ project, isOwner }} onClose={() => setEditing(false)} />}
    </section>
  )
}

function useDetailsDraft(project: Project) {
  const [draft, setDraft] = useState({
    description: project.description ?? '',
    status: project.status,
    start_date: project.start_date ?? '',
    end_date: project.end_date ?? '',
    visibility: project.visibility,
  })
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  return { draft, change }
}

type Draft = ReturnType<typeof useDetailsDraft>['draft']

const toUpdate = (draft: Draft) => ({
  ...draft,
  description: draft.description.trim() || null,
  start_date: draft.start_date || null,
  end_date: draft.end_date || null,
})

type FormProps = Pick<DetailsProps, 'project' | 'isOwner'> & { onClose: () => void }

function DetailsForm({ project: current, isOwner, onClose }: FormProps) {
  // As it was when the form was opened, so that later changes of others are noticed.
  const [project] = useState(current)
  const { draft, change } = useDetailsDraft(project)
  const save = () => updateRow('projects', project, toUpdate(draft))
  return (
    <DialogForm title={messages.editDetails} submit={messages.save} wide run={save} onClose={onClose}>
      <DescriptionField value={draft.description} onChange={(description) => change({ description })} />
      <StatusField project={project} status={draft.status} onChange={(status) => change({ status })} />
      <TextField
        label={messages.starts}
        type="date"
        value={draft.start_date}
        onChange={(start_date) => change({ start_date })}
      />
      <TextField
        label={messages.ends}
        type="date"
        value={draft.end_date}
        onChange={(end_date) => change({ end_date })}
      />
      {isOwner && (
        <SelectField
          label={messages.visibility}
          value={draft.visibility}
          options={projectVisibilityValues.map((one) => [one, projectVisibilityNames[one]] as const)}
          onChange={(visibility) => change({ visibility: visibility as ProjectVisibility })}
        />
      )}
    </DialogForm>
  )
}

interface StatusProps {
  project: Project
  status: ProjectStatus
  onChange: (status: ProjectStatus) => void
}

/** Archiving is in the menu, which says what it does. */
const StatusField = ({ project, status, onChange }: StatusProps) => (
  <SelectField
    label={messages.status}
    value={status}
    options={projectStatusValues
      .filter((one) => one !== 'archived' || project.status === one)
      .map((one) => [one, projectStatusNames[one]] as const)}
    onChange={(next) => onChange(next as ProjectStatus)}
  />
)

const DescriptionField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <FormField label={messages.description}>
    <textarea
      class="input project-description"
      rows={6}
      dir="auto"
      value={value}
      onInput={(event: Event) => onChange((event.currentTarget as HTMLTextAreaElement).value)}
    />
  </FormField>
)
