import type { ProjectMember, ProjectRole, ProjectSummary as Project } from '@svc/sdk'
import { projectRoleValues } from '@svc/sdk/enums'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { projectPageTexts as messages, projectRoleNames } from '../../messages/project-page.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { getMembers } from '../members/members.ts'
import { AddPersonButton } from './add-person-button.tsx'
import { runAction } from '../settings/kit/action-problem.tsx'
import { RolePicker } from '../settings/kit/role-picker.tsx'
import { SettingsItem } from '../settings/kit/settings-item.tsx'
import { formatList } from '../../components/util/intl.ts'

interface PeopleProps {
  project: Project
  isOwner: boolean
}

export function ProjectPeople({ project, isOwner }: PeopleProps) {
  const { project_id } = project
  const { value, problem, refetch } = useQuery(`people ${project_id}`, (svc) =>
    svc.projectMembers.list({ project_id, limit: 1000 }),
  )
  const members = value?.data.filter(({ is_active }) => is_active !== false)
  const onChange = () => {
    refetch()
    getStore().notifyChanged('projectMembers')
    getStore().notifyChanged('projects', project_id)
  }
  return (
    <section class="settings-section">
      <div class="settings-head">
        <h2>{messages.people}</h2>
        {isOwner && members && <AddPerson {...{ project, members, onChange }} />}
      </div>
      <p class="settings-hint">{project.visibility === 'public' ? messages.readByAll : messages.readByAdded}</p>
      <AdminsHint />
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !members && <Skeleton rows={4} height={52} />}
      {members && (
        <ul class="settings-list">
          {members.map((member) => (
            <PersonItem key={member.user_id} {...{ project, member, isOwner, onChange }} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Names those who may do everything without being in the list below. */
function AdminsHint() {
  const admins = getMembers().active.filter(({ role }) => role === 'owner' || role === 'admin')
  const names = formatList(admins.flatMap(({ name, username }) => name ?? username ?? []))
  return names ? (
    <p class="settings-hint" dir="auto">
      {messages.admins(names)}
    </p>
  ) : null
}

interface AddProps {
  project: Project
  members: readonly ProjectMember[]
  onChange: () => void
}

function AddPerson({ project, members, onChange }: AddProps) {
  const known = new Set(members.map(({ user_id }) => user_id))
  const add = async (user_id: string) => {
    const body = { project_id: project.project_id, user_id, project_role: 'editor' as const }
    await runAction(() => createApiClient(project.org_id).projectMembers.create(body))
    onChange()
  }
  return <AddPersonButton label={messages.add} known={known} onPick={(id) => void add(id)} />
}

interface PersonProps extends PeopleProps {
  member: ProjectMember
  onChange: () => void
}

function PersonItem({ project, member, isOwner, onChange }: PersonProps) {
  const { user_id, username, project_role } = member
  const person = getMembers().byId.get(user_id)
  const name = person?.name ?? username ?? user_id
  const isAdmin = person?.role === 'owner' || person?.role === 'admin'
  const role = project_role ?? 'viewer'
  const { setRole, remove } = createPersonActions({ project, member, onChange }, name)
  return (
    <SettingsItem
      icon={<Avatar name={name} id={user_id} size={24} />}
      title={name}
      facts={[username !== name && username, messages.byRole, isAdmin && messages.byAdmin]}
    >
      {isOwner ? (
        <RolePicker
          label={messages.role(name)}
          role={role}
          roles={projectRoleValues}
          names={projectRoleNames}
          onChange={setRole}
        />
      ) : (
        <span class="settings-badge">{projectRoleNames[role]}</span>
      )}
      {isOwner && <Button kind="quiet" small icon="x" title={messages.remove(name)} onClick={remove} />}
    </SettingsItem>
  )
}

/** Creates the changes of one member; each reads the list again. */
function createPersonActions({ project, member, onChange }: Omit<PersonProps, 'isOwner'>, name: string) {
  const { projectMembers } = createApiClient(project.org_id)
  const { project_id } = project
  const perform = async (run: () => PromiseLike<unknown>, text?: string, undo?: () => PromiseLike<unknown>) => {
    const action = undo && { label: messages.undo, run: () => void perform(undo) }
    await runAction(run, text === undefined ? undefined : { text, ...(action && { action }) })
    onChange()
  }
  return {
    setRole: (role: ProjectRole) =>
      void perform(() => projectMembers.update(member, project_id, { project_role: role })),
    remove: () =>
      void perform(
        () => projectMembers.delete(member, project_id),
        messages.removed(name),
        () =>
          projectMembers.create({
            project_id,
            user_id: member.user_id,
            project_role: member.project_role,
          }),
      ),
  }
}
