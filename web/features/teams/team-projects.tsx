import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { sprintTexts, teamTexts as messages } from '../../messages/teams.ts'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { ProjectMark } from '../../components/project-mark.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { SettingsItem } from '../settings/kit/settings-item.tsx'

export function TeamProjects({ teamId }: { teamId: string }) {
  const projects = getStore()
    .all('projects')
    .value?.filter(({ team_id }) => team_id === teamId)
  return (
    <section class="settings-section">
      <h2>{messages.projectsTitle}</h2>
      {!projects && <Skeleton rows={2} height={52} />}
      {projects?.length === 0 && <p class="settings-hint">{messages.noProjects}</p>}
      {projects && projects.length > 0 && (
        <ul class="settings-list">
          {projects.map((project) => {
            const { project_id, org_id, name, tasks_completed, tasks_total } = project
            const progress = sprintTexts.progress(tasks_completed, tasks_total)
            return (
              <SettingsItem
                key={project_id}
                icon={<ProjectMark {...project} />}
                title={name}
                onOpen={() => navigate(`/o/${org_id}/p/${project_id}`)}
                facts={[progress]}
              >
                <ProgressBar done={tasks_completed} all={tasks_total} label={progress} />
              </SettingsItem>
            )
          })}
        </ul>
      )}
    </section>
  )
}
