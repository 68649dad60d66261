import type { Team } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { menuTexts } from '../../messages/menus.ts'
import { milestoneTexts, sprintTexts, teamTexts as messages } from '../../messages/teams.ts'
import { isOrgAdmin } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TopBar } from '../../components/top-bar.tsx'
import { ConfirmDialog } from '../settings/kit/confirm-dialog.tsx'
import { DialogForm } from '../settings/kit/dialog-form.tsx'
import { deleteRow, updateRow } from '../settings/kit/row-changes.ts'
import { ItemMenu } from '../settings/kit/settings-item.tsx'
import { TextField } from '../settings/kit/text-field.tsx'
import { TeamLoad } from './team-load.tsx'
import { TeamMembers } from './team-members.tsx'
import { TeamMilestones } from './team-milestones.tsx'
import { TeamProjects } from './team-projects.tsx'
import { TeamSprints } from './team-sprints.tsx'
import '../settings/settings.css'

const findTeam = (id: string | undefined) =>
  getStore()
    .all('teams')
    .value?.find(({ team_id }) => team_id === id)

/** Shows how the current sprint of a team stands, what follows it, and who does it. */
export function TeamScreen({ team: id }: { team?: string }) {
  const known = findTeam(id)
  const { value, problem, refetch } = useQuery(`team ${id}`, (svc) => svc.teams.read(id!))
  // Only a read of the team has its members; a change of them changes its version.
  useEffect(() => {
    if (value && known && known.version > value.version) refetch()
  }, [known?.version])
  const onChange = () => {
    refetch()
    getStore().notifyChanged('teams', id)
  }
  const team = value && { ...value, ...known }
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
        {canEdit && <TeamActions team={team} />}
      </TopBar>
      <div class="settings-main" data-region="list" tabIndex={-1}>
        <div class="settings-page" key={team_id}>
          {description && <p class="settings-hint">{description}</p>}
          <TeamSprints teamId={team_id} canEdit={canEdit} />
          <TeamLoad team={team} />
          <TeamMilestones team={team} canEdit={canEdit} />
          <TeamProjects teamId={team_id} />
          <TeamMembers {...{ team, canEdit, onChange }} />
        </div>
      </div>
    </>
  )
}

function TeamActions({ team }: { team: Team }) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <ItemMenu
        name={team.name}
        items={[
          { id: 'edit', label: sprintTexts.edit, icon: 'edit', onSelect: () => setDialog('edit') },
          { id: 'delete', label: messages.delete, icon: 'trash', danger: true, onSelect: () => setDialog('delete') },
        ]}
      />
      {dialog === 'edit' && <TeamForm team={team} onClose={close} />}
      {dialog === 'delete' && <DeleteTeam team={team} onClose={close} />}
    </>
  )
}

function TeamForm({ team: current, onClose }: { team: Team; onClose: () => void }) {
  // As it was when the form was opened, so that later changes of others are noticed.
  const [team] = useState(current)
  const [name, setName] = useState(team.name)
  const [description, setDescription] = useState(team.description ?? '')
  const save = () => updateRow('teams', team, { name: name.trim(), description: description.trim() || null })
  return (
    <DialogForm title={messages.editTitle} submit={messages.save} disabled={!name.trim()} run={save} onClose={onClose}>
      <TextField label={sprintTexts.name} value={name} onChange={setName} maxLength={100} autofocus />
      <TextField label={milestoneTexts.description} value={description} onChange={setDescription} maxLength={2000} />
    </DialogForm>
  )
}

function DeleteTeam({ team, onClose }: { team: Team; onClose: () => void }) {
  const remove = () => {
    deleteRow('teams', team, { detach: true })
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
