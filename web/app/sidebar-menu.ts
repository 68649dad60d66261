import { openQuickAdd } from '../commands/dialog-state.ts'
import type { MenuItem } from '../components/menu.tsx'
import { listManagedProjects } from '../features/field-settings/field-rights.ts'
import { canAddTasksTo, findProject, isProjectOwner } from '../features/members/permissions.ts'
import { openProjectDialog } from '../features/projects/project-dialog.tsx'
import { buildViewItems } from '../features/views/view-menu.ts'
import { navigate } from '../location.ts'
import { frameTexts } from '../messages/app.ts'
import { listMenuTexts } from '../messages/list-menus.ts'
import { menuTexts } from '../messages/menus.ts'
import { projectSettingTexts } from '../messages/projects.ts'
import { getStore } from '../store/current-store.ts'
import { showErrorToast } from '../components/util/load-chunk.ts'
import { createApiClient } from '../api/client.ts'
import { showToast } from '../components/toast.tsx'
import type { ProjectSummary } from '@svc/sdk'
import { pins, readPins } from './pins.ts'

/** Returns the items for the project, team or view of a link in the sidebar. */
export function buildSidebarItems(link: HTMLAnchorElement, anchor: Element): MenuItem[] {
  const [, kind, id = ''] = /^\/o\/[^/]+\/(p|team|v)\/([^/]+)$/.exec(link.pathname) ?? []
  if (kind === 'p') return buildProjectItems(id, anchor)
  if (kind === 'team') return buildTeamItems(id)
  const view = kind === 'v' ? getStore().row('views', id).peek() : undefined
  return view ? buildViewItems(view, anchor) : []
}

function buildProjectItems(id: string, anchor: Element): MenuItem[] {
  const project = findProject(id)
  if (!project) return []
  const pinned = pins.peek()?.rows.some((pin) => pin.pin_id === id) ?? false
  const items: MenuItem[] = [
    {
      id: 'pin',
      label: pinned ? menuTexts.unpin : menuTexts.pin,
      icon: 'pin',
      onSelect: () => void setProjectPinned(project, !pinned),
    },
  ]
  if (canAddTasksTo({ kind: 'project', id })) items.unshift(buildTaskItem({ project_id: id }))
  if (isProjectOwner(id)) {
    const onSelect = () => openProjectDialog(project, anchor)
    items.push({ id: 'edit', label: projectSettingTexts.edit, icon: 'edit', onSelect })
  }
  if (listManagedProjects().some(({ project_id }) => project_id === id)) {
    const onSelect = () => navigate(`/o/${getStore().org}/settings/fields?project=${id}`)
    items.push({ id: 'fields', label: listMenuTexts.projectFields, icon: 'select', onSelect })
  }
  return items
}

async function setProjectPinned(project: ProjectSummary, pinned: boolean): Promise<void> {
  const { project_id, name } = project
  const { org } = getStore()
  const { viewPins } = createApiClient(org)
  try {
    await (pinned ? viewPins.pinProject(project_id) : viewPins.unpinProject(project_id))
    await readPins(org)
    showToast({ text: pinned ? menuTexts.pinned(name) : menuTexts.unpinned(name) })
  } catch (problem) {
    showErrorToast(problem, () => void setProjectPinned(project, pinned))
  }
}

const buildTeamItems = (id: string): MenuItem[] => [
  ...(canAddTasksTo({ kind: 'team', id }) ? [buildTaskItem({ team_id: id })] : []),
  {
    id: 'sprints',
    label: menuTexts.sprints,
    icon: 'sprint',
    onSelect: () => navigate(`/o/${getStore().org}/team/${id}/about`),
  },
]

const buildTaskItem = (defaults: { project_id?: string; team_id?: string }): MenuItem => ({
  id: 'task',
  label: frameTexts.newTask,
  icon: 'plus',
  onSelect: () => openQuickAdd(defaults),
})
