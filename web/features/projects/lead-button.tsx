import type { ProjectSummary as Project } from '@svc/sdk'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { projectPageTexts as messages } from '../../messages/project-page.ts'
import { Picker } from '../../components/picker.tsx'
import { PopoverButton } from '../../components/popover-button.tsx'
import { runAction } from '../settings/kit/action-problem.tsx'
import { listPeople } from './list-people.tsx'

interface LeadProps {
  project: Project
  onChange: () => void
}

/** Makes a person lead the project, or takes the lead from one, who stays in the project as an editor. */
async function toggleLead({ org_id, project_id }: Project, user_id: string): Promise<void> {
  const { projectMembers } = createApiClient(org_id)
  const { data } = await projectMembers.list({ project_id, limit: 1000 })
  const member = data.find((one) => one.user_id === user_id)
  const project_role = member?.project_role === 'owner' ? 'editor' : 'owner'
  if (member) await projectMembers.update(member, project_id, { project_role })
  else await projectMembers.create({ project_id, user_id, project_role })
}

export function LeadButton({ project, onChange }: LeadProps) {
  const toggle = async (id: string) => {
    await runAction(() => toggleLead(project, id))
    getStore().notifyChanged('projectMembers')
    onChange()
  }
  return (
    <PopoverButton
      small
      icon="edit"
      title={messages.changeLead}
      renderPopover={(anchor, close) => (
        <Picker
          anchor={anchor}
          label={messages.changeLead}
          options={listPeople()}
          selected={project.leads.map(({ user_id }) => user_id)}
          multiple
          onPick={(id) => void toggle(id)}
          onClose={close}
        />
      )}
    />
  )
}
