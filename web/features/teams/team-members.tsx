import type { Team, TeamMember, TeamRole } from '@svc/sdk'
import { teamRoleValues } from '@svc/sdk/enums'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { teamRoleNames, teamTexts as messages } from '../../messages/teams.ts'
import { getMembers } from '../members/members.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { AddPersonButton } from '../projects/add-person-button.tsx'
import { runAction } from '../settings/kit/action-problem.tsx'
import { RolePicker } from '../settings/kit/role-picker.tsx'
import { SettingsItem } from '../settings/kit/settings-item.tsx'

interface TeamProps {
  team: Team
  canEdit: boolean
  onChange: () => void
}

export const TeamMembers = ({ team, canEdit, onChange }: TeamProps) => (
  <section class="settings-section">
    <div class="settings-head">
      <h2>{messages.membersTitle}</h2>
      {canEdit && <AddMember team={team} onChange={onChange} />}
    </div>
    <ul class="settings-list">
      {team.members.map((member) => (
        <MemberItem key={member.user_id} {...{ team, member, canEdit, onChange }} />
      ))}
    </ul>
  </section>
)

function AddMember({ team, onChange }: Omit<TeamProps, 'canEdit'>) {
  const present = new Set(team.members.map(({ user_id }) => user_id))
  const add = async (user_id: string) => {
    await runAction(() => createApiClient(team.org_id).teams.addMember(team.team_id, { user_id }))
    onChange()
  }
  return <AddPersonButton label={messages.add} known={present} onPick={(id) => void add(id)} />
}

const updateRole = (team: Team, user: string, team_role: TeamRole) =>
  createApiClient(team.org_id).teams.updateMember(team.team_id, user, { team_role })

function MemberItem({ team, member, canEdit, onChange }: TeamProps & { member: TeamMember }) {
  const { user_id, username } = member
  const name = getMembers().byId.get(user_id)?.name ?? username ?? user_id
  const { teams } = createApiClient(team.org_id)
  const isSelf = username === getStore().me.value.principal.username
  const perform = async (run: () => PromiseLike<unknown>, text?: string, undo?: () => PromiseLike<unknown>) => {
    const action = undo && { label: messages.undo, run: () => void perform(undo) }
    await runAction(run, text === undefined ? undefined : { text, ...(action && { action }) })
    onChange()
  }
  const setRole = (role: TeamRole) => void perform(() => updateRole(team, user_id, role))
  const remove = () =>
    void perform(
      () => teams.removeMember(team.team_id, user_id),
      messages.removed(name),
      () => teams.addMember(team.team_id, { user_id, team_role: member.team_role }),
    )
  return (
    <SettingsItem
      icon={<Avatar name={name} id={user_id} size={24} />}
      title={name}
      facts={[username !== name && username]}
    >
      {canEdit ? (
        <RolePicker
          label={messages.role(name)}
          role={member.team_role}
          roles={teamRoleValues}
          names={teamRoleNames}
          onChange={setRole}
        />
      ) : (
        <span class="settings-badge">{teamRoleNames[member.team_role]}</span>
      )}
      {(canEdit || isSelf) && (
        <Button kind="quiet" small icon="x" title={messages.removeMember(name)} onClick={remove} />
      )}
    </SettingsItem>
  )
}
