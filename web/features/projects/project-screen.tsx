import type { Project, ProjectSummary } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { projectPageTexts as messages } from '../../messages/project-page.ts'
import { projectSettingTexts } from '../../messages/projects.ts'
import { canEditProject, findProject, isProjectOwner } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import type { MenuItem } from '../../components/menu.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ProjectMark } from '../../components/project-mark.tsx'
import { TopBar } from '../../components/top-bar.tsx'
import { withChunk } from '../../components/util/load-chunk.ts'
import { runAction } from '../settings/kit/action-problem.tsx'
import { ConfirmDialog } from '../settings/kit/confirm-dialog.tsx'
import { ItemMenu } from '../settings/kit/settings-item.tsx'
import { DeletedTasks } from './deleted-tasks.tsx'
import { ProjectDetails } from './project-details.tsx'
import { ProjectGoals } from './project-goals.tsx'
import { ProjectLinks } from './project-links.tsx'
import { ProjectPeople } from './project-people.tsx'
import { ProjectStatistics } from './project-statistics.tsx'
import '../settings/settings.css'
import './project-screen.css'

/** Shows everything about a project beside its tasks. */
export function ProjectScreen({ project: id }: { project?: string }) {
  const { value: project, problem, refetch } = useQuery(`project ${id}`, (svc) => svc.projects.read(id!))
  const onChange = () => {
    refetch()
    getStore().notifyChanged('projects', id)
  }
  if (!project)
    return (
      <>
        <TopBar title={findProject(id!)?.name ?? messages.open} icon="project" />
        {problem ? <ErrorMessage problem={problem} retry={refetch} /> : <Skeleton rows={10} height={52} />}
      </>
    )
  const summary = findProject(project.project_id)
  // The list of people has their roles.
  const leads = project.leads.map(({ user_id }) => user_id).join()
  const rights = {
    canEdit: summary !== undefined && canEditProject(summary),
    isOwner: isProjectOwner(project.project_id),
  }
  return (
    <>
      <TopBar title={project.name} icon={<ProjectMark {...project} />}>
        <Button onClick={() => navigate(`/o/${project.org_id}/p/${project.project_id}`)}>{messages.showTasks}</Button>
        <ProjectActions project={project} isOwner={rights.isOwner} onChange={onChange} />
      </TopBar>
      <div class="settings-main" data-region="list" tabIndex={-1}>
        <div class="settings-page">
          {project.status === 'archived' && <p class="settings-hint">{messages.archived}</p>}
          <ProjectDetails project={project} {...rights} onChange={onChange} />
          <ProjectStatistics projectId={project.project_id} />
          <ProjectGoals projectId={project.project_id} canEdit={rights.canEdit} />
          <ProjectPeople key={leads} project={project} isOwner={rights.isOwner} />
          <ProjectLinks projectId={project.project_id} />
          <DeletedTasks projectId={project.project_id} />
        </div>
      </div>
    </>
  )
}

interface ActionProps {
  project: Project
  isOwner: boolean
  onChange: () => void
}

function ProjectActions({ project, isOwner, onChange }: ActionProps) {
  const [dialog, setDialog] = useState<'archive' | 'delete'>()
  if (!isOwner) return null
  const setStatus = async (status: 'archived' | 'active') => {
    await createApiClient(project.org_id).projects.update(project, { status })
    onChange()
  }
  const items = listActions(project, setDialog, () => void runAction(() => setStatus('active')))
  const close = () => setDialog(undefined)
  return (
    <>
      <ItemMenu name={project.name} items={items} />
      {dialog === 'archive' && (
        <ConfirmDialog
          title={messages.archiveTitle(project.name)}
          confirm={messages.archive}
          danger={false}
          effects={messages.archiveTexts}
          run={() => setStatus('archived')}
          onClose={close}
        />
      )}
      {dialog === 'delete' && <DeleteProject project={project} onClose={close} />}
    </>
  )
}

function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const remove = async () => {
    await createApiClient(project.org_id).projects.delete(project)
    getStore().notifyChanged('projects')
    navigate(`/o/${project.org_id}/my`)
  }
  return (
    <ConfirmDialog
      title={messages.deleteTitle(project.name)}
      confirm={messages.deleteConfirm}
      effects={messages.deleteTexts}
      typed={project.name}
      run={remove}
      onClose={onClose}
    />
  )
}

/** Opens the dialog, which loads with the menus of lists. */
const editProject = (summary: ProjectSummary, anchor: Element) =>
  withChunk(
    () => import('../task-list/list-menus.ts'),
    ({ openProjectDialog }) => openProjectDialog(summary, anchor),
  )

function listActions(project: Project, onAsk: (what: 'archive' | 'delete') => void, unarchive: () => void): MenuItem[] {
  const summary = findProject(project.project_id)
  const anchor = document.getElementById('content')!
  const items: MenuItem[] = []
  if (summary)
    items.push({
      id: 'edit',
      label: projectSettingTexts.edit,
      icon: 'edit',
      onSelect: () => void editProject(summary, anchor),
    })
  if (project.status === 'archived')
    items.push({ id: 'unarchive', label: messages.unarchive, icon: 'undo', onSelect: unarchive })
  else items.push({ id: 'archive', label: `${messages.archive}…`, icon: 'inbox', onSelect: () => onAsk('archive') })
  items.push({ id: 'delete', label: messages.delete, icon: 'trash', danger: true, onSelect: () => onAsk('delete') })
  return items
}
