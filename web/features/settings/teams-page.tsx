import type { Team, TeamSummary } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { currentLocation, navigate, setQuery } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { teamRoleNames, teamTexts as messages } from '../../messages/teams.ts'
import { isGuest, isOrgAdmin } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Icon } from '../../components/icon.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ConfirmDialog } from './kit/confirm-dialog.tsx'
import { NameDialog } from './kit/name-dialog.tsx'
import { ItemMenu, SettingsItem } from './kit/settings-item.tsx'
import { SprintList } from './teams/sprint-list.tsx'
import { TeamMembers } from './teams/team-members.tsx'

export function TeamsPage() {
  const id = currentLocation.value.query.get('team')
  return id === null ? <TeamList /> : <TeamDetail key={id} id={id} />
}

function TeamList() {
  const [isCreating, setCreating] = useState(false)
  const teams = getStore().all('teams').value
  const create = async (name: string) => {
    const team = await createApiClient(getStore().org).teams.create({ name })
    getStore().notifyChanged('teams')
    setQuery({ team: team.team_id })
  }
  return (
    <section class="settings-section">
      <div class="settings-head">
        <p class="settings-hint">{messages.intro}</p>
        {!isGuest() && (
          <Button kind="main" icon="plus" onClick={() => setCreating(true)}>
            {messages.create}
          </Button>
        )}
      </div>
      {!teams && <Skeleton rows={4} height={52} />}
      {teams?.length === 0 && <p class="settings-hint">{messages.none}</p>}
      {teams && teams.length > 0 && <ul class="settings-list">{teams.map(renderTeam)}</ul>}
      {isCreating && (
        <NameDialog
          title={messages.create}
          submit={messages.createConfirm}
          name=""
          run={create}
          onClose={() => setCreating(false)}
        />
      )}
    </section>
  )
}

const renderTeam = ({ team_id, name, member_count, project_count, team_role }: TeamSummary) => (
  <SettingsItem
    key={team_id}
    icon={<Icon name="team" />}
    title={name}
    onOpen={() => setQuery({ team: team_id })}
    badges={[team_role && teamRoleNames[team_role]]}
    facts={[messages.members(member_count), messages.projects(project_count)]}
  />
)

function TeamDetail({ id }: { id: string }) {
  const { value: team, problem, refetch } = useQuery(`team ${id}`, (svc) => svc.teams.read(id))
  const onChange = () => {
    refetch()
    getStore().notifyChanged('teams', id)
  }
  const canEdit = isOrgAdmin() || team?.team_role === 'owner'
  return (
    <>
      <section class="settings-section">
        <div class="settings-row">
          <Button kind="quiet" icon="arrow-left" onClick={() => setQuery({ team: null })}>
            {messages.back}
          </Button>
        </div>
        {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !team && <Skeleton rows={6} height={52} />}
        {team && <TeamHead {...{ team, canEdit, onChange }} />}
      </section>
      {team && <TeamMembers {...{ team, canEdit, onChange }} />}
      {team && <SprintList teamId={id} canEdit={canEdit} />}
    </>
  )
}

interface TeamHeadProps {
  team: Team
  canEdit: boolean
  onChange: () => void
}

function TeamHead({ team, canEdit, onChange }: TeamHeadProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  const { team_id, org_id, name } = team
  const close = () => setDialog(undefined)
  return (
    <>
      <div class="settings-head">
        <h2 dir="auto">{name}</h2>
        <Button onClick={() => navigate(`/o/${org_id}/team/${team_id}`)}>{messages.showTasks}</Button>
        <ItemMenu
          name={name}
          items={
            canEdit
              ? [
                  { id: 'rename', label: messages.rename, icon: 'edit', onSelect: () => setDialog('rename') },
                  {
                    id: 'delete',
                    label: messages.delete,
                    icon: 'trash',
                    danger: true,
                    onSelect: () => setDialog('delete'),
                  },
                ]
              : []
          }
        />
      </div>
      {dialog === 'rename' && <RenameTeam {...{ team, onChange }} onClose={close} />}
      {dialog === 'delete' && <DeleteTeam team={team} onClose={close} />}
    </>
  )
}

interface TeamDialogProps {
  team: Team
  onClose: () => void
}

function RenameTeam({ team, onChange, onClose }: TeamDialogProps & { onChange: () => void }) {
  const rename = async (name: string) => {
    await createApiClient(team.org_id).teams.update(team, { name })
    onChange()
  }
  return (
    <NameDialog title={messages.renameTitle} submit={messages.save} name={team.name} run={rename} onClose={onClose} />
  )
}

function DeleteTeam({ team, onClose }: TeamDialogProps) {
  const remove = async () => {
    await createApiClient(team.org_id).teams.delete(team.team_id, { detach: true })
    getStore().notifyChanged('teams')
    setQuery({ team: null })
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
