import type { Team } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { menuTexts } from '../../messages/menus.ts'
import { teamTexts as messages } from '../../messages/teams.ts'
import { isOrgAdmin } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TopBar } from '../../components/top-bar.tsx'
import { ConfirmDialog } from '../settings/kit/confirm-dialog.tsx'
import { NameDialog } from '../settings/kit/name-dialog.tsx'
import { ItemMenu } from '../settings/kit/settings-item.tsx'
import { TeamMembers } from './team-members.tsx'
import { TeamMilestones } from './team-milestones.tsx'
import { TeamProjects } from './team-projects.tsx'
import { TeamSprints } from './team-sprints.tsx'
import '../settings/settings.css'

/** Shows how the current sprint of a team stands, what follows it, and who does it. */
export function TeamScreen({ team: id }: { team?: string }) {
  const { value: team, problem, refetch } = useQuery(`team ${id}`, (svc) => svc.teams.read(id!))
  const onChange = () => {
    refetch()
    getStore().notifyChanged('teams', id)
  }
  if (!team)
    return (
      <>
        <TopBar title={menuTexts.sprints} icon="team" />
        {problem ? <ErrorMessage problem={problem} retry={refetch} /> : <Skeleton rows={10} height={52} />}
      </>
    )
  const { org_id, team_id, name, description, team_role } = team
  const canEdit = isOrgAdmin() || team_role === 'owner'
  return (
    <>
      <TopBar title={name} icon="team">
        <Button onClick={() => navigate(`/o/${org_id}/team/${team_id}`)}>{messages.showTasks}</Button>
        {canEdit && <TeamActions {...{ team, onChange }} />}
      </TopBar>
      <div class="settings-main" data-region="list" tabIndex={-1}>
        <div class="settings-page" key={team_id}>
          {description && <p class="settings-hint">{description}</p>}
          <TeamSprints teamId={team_id} canEdit={canEdit} />
          <TeamMilestones team={team} canEdit={canEdit} />
          <TeamProjects teamId={team_id} />
          <TeamMembers {...{ team, canEdit, onChange }} />
        </div>
      </div>
    </>
  )
}

interface TeamActionProps {
  team: Team
  onChange: () => void
}

function TeamActions({ team, onChange }: TeamActionProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  const close = () => setDialog(undefined)
  const rename = async (name: string) => {
    await createApiClient(team.org_id).teams.update(team, { name })
    onChange()
  }
  return (
    <>
      <ItemMenu
        name={team.name}
        items={[
          { id: 'rename', label: messages.rename, icon: 'edit', onSelect: () => setDialog('rename') },
          { id: 'delete', label: messages.delete, icon: 'trash', danger: true, onSelect: () => setDialog('delete') },
        ]}
      />
      {dialog === 'rename' && (
        <NameDialog title={messages.renameTitle} submit={messages.save} name={team.name} run={rename} onClose={close} />
      )}
      {dialog === 'delete' && <DeleteTeam team={team} onClose={close} />}
    </>
  )
}

function DeleteTeam({ team, onClose }: { team: Team; onClose: () => void }) {
  const remove = async () => {
    await createApiClient(team.org_id).teams.delete(team.team_id, { detach: true })
    getStore().notifyChanged('teams')
    navigate(`/o/${team.org_id}/settings/teams`)
  }
  return (
    <ConfirmDialog
      title={messages.deleteTitle(team.name)}
      confirm={messages.deleteConfirm}
      effects={messages.deleteTexts}
      typed={team.name}
      run={remove}
      onClose={onClose}
    />
  )
}
