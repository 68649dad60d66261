import type { ProjectSummary } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { failureTexts } from '../../messages/common.ts'
import { projectPageTexts as messages } from '../../messages/project-page.ts'
import { projectSettingTexts } from '../../messages/projects.ts'
import { canEditProject, isProjectOwner } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import type { MenuItem } from '../../components/menu.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ProjectMark } from '../../components/project-mark.tsx'
import { TopBar } from '../../components/top-bar.tsx'
import { withChunk } from '../../components/util/load-chunk.ts'
import { ConfirmDialog } from '../settings/kit/confirm-dialog.tsx'
import { deleteRow, updateRow } from '../settings/kit/row-changes.ts'
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
  const { problem, refetch } = useQuery(`project ${id}`, () => getStore().read('projects', id!))
  const project = getStore().row('projects', id!).value
  const onChange = () => getStore().notifyChanged('projects', id)
  if (!project)
    return (
      <>
        <TopBar title={messages.open} icon="project" />
        {project === null && <EmptyState text={failureTexts.deleted} />}
        {project === undefined && !problem && <Skeleton rows={10} height={52} />}
        {problem !== undefined && <ErrorMessage problem={problem} retry={refetch} />}
      </>
    )
  // The list of people has their roles.
  const leads = project.leads.map(({ user_id }) => user_id).join()
  const rights = { canEdit: canEditProject(project), isOwner: isProjectOwner(project.project_id) }
  return (
    <>
      <TopBar title={project.name} icon={<ProjectMark {...project} />}>
        <Button onClick={() => navigate(`/o/${project.org_id}/p/${project.project_id}`)}>{messages.showTasks}</Button>
        <ProjectActions project={project} isOwner={rights.isOwner} />
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

function ProjectActions({ project, isOwner }: { project: ProjectSummary; isOwner: boolean }) {
  const [dialog, setDialog] = useState<'archive' | 'delete'>()
  if (!isOwner) return null
  const setStatus = (status: 'archived' | 'active') => updateRow('projects', project, { status })
  const items = listActions(project, setDialog, () => setStatus('active'))
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

function DeleteProject({ project, onClose }: { project: ProjectSummary; onClose: () => void }) {
  const remove = () => {
    deleteRow('projects', project)
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

function listActions(
  project: ProjectSummary,
  onAsk: (what: 'archive' | 'delete') => void,
  unarchive: () => void,
): MenuItem[] {
  const onSelect = () => void editProject(project, document.getElementById('content')!)
  const items: MenuItem[] = [{ id: 'edit', label: projectSettingTexts.edit, icon: 'edit', onSelect }]
  if (project.status === 'archived')
    items.push({ id: 'unarchive', label: messages.unarchive, icon: 'undo', onSelect: unarchive })
  else items.push({ id: 'archive', label: `${messages.archive}…`, icon: 'inbox', onSelect: () => onAsk('archive') })
  items.push({ id: 'delete', label: messages.delete, icon: 'trash', danger: true, onSelect: () => onAsk('delete') })
  return items
}
