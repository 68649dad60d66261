import type { TeamSummary } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { teamRoleNames, teamTexts as messages } from '../../messages/teams.ts'
import { isGuest } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { NameDialog } from './kit/name-dialog.tsx'
import { SettingsItem } from './kit/settings-item.tsx'

const openTeam = (id: string) => navigate(`/o/${getStore().org}/team/${id}/about`)

export function TeamsPage() {
  const [isCreating, setCreating] = useState(false)
  const teams = getStore().all('teams').value
  const create = async (name: string) => {
    const team = await createApiClient(getStore().org).teams.create({ name })
    getStore().notifyChanged('teams')
    openTeam(team.team_id)
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
    onOpen={() => openTeam(team_id)}
    badges={[team_role && teamRoleNames[team_role]]}
    facts={[messages.members(member_count), messages.projects(project_count)]}
  />
)
