import type { OrganizationMember } from '@svc/sdk'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { handOverTexts as messages } from '../../../messages/members.ts'
import { FormField } from '../../../components/form-field.tsx'
import { showToast } from '../../../components/toast.tsx'
import { getMembers } from '../../members/members.ts'
import { getMemberName } from './member-actions.ts'

interface HandOverFieldProps {
  from: OrganizationMember
  /** Username of the member who receives the work; empty for none. */
  to: string
  setTo: (to: string) => void
}

/** Chooses the member who receives the work of another one. */
export const HandOverField = ({ from, to, setTo }: HandOverFieldProps) => (
  <FormField label={messages.to} hint={messages.hint}>
    <select class="input" value={to} onChange={(event: Event) => setTo((event.target as HTMLSelectElement).value)}>
      <option value="">{messages.noMember}</option>
      {getMembers()
        .active.filter(({ user_id }) => user_id !== from.user_id)
        .map((member) => (
          <option key={member.user_id} value={member.username!}>
            {getMemberName(member)}
          </option>
        ))}
    </select>
  </FormField>
)

/** Hands over work, request by request as the server limits each, and says what was and what was not. */
export async function handOverWork({ user_id }: OrganizationMember, to: string): Promise<void> {
  const { organizationMembers } = createApiClient(getStore().org)
  const sum = { tasks: 0, projects: 0, milestones: 0 }
  for (;;) {
    const { tasks, projects, milestones, tasks_left, has_more } = await organizationMembers.handOver(user_id, { to })
    sum.tasks += tasks
    sum.projects += projects
    sum.milestones += milestones
    if (has_more && tasks + projects > 0) continue
    const text = messages.done(sum.tasks, sum.projects, sum.milestones)
    showToast({ text: tasks_left > 0 ? `${text} ${messages.left(tasks_left)}` : text })
    return
  }
}
