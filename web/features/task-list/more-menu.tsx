import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { listTexts } from '../../messages/tasks.ts'
import { listMenuTexts } from '../../messages/list-menus.ts'
import { layouts } from '../views/view-query.ts'
import { showLayout, viewState } from '../views/view-state.ts'
import { showErrorToast, withChunk } from '../../components/util/load-chunk.ts'
import { openLayer } from '../../components/util/open-layer.ts'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { showToast } from '../../components/toast.tsx'
import { listManagedProjects } from '../field-settings/field-rights.ts'
import { openDisplayOptions } from './display-options.tsx'
import { projectSettingTexts } from '../../messages/projects.ts'
import { isProjectOwner, findProject } from '../members/permissions.ts'
import { openProjectDialog } from '../projects/project-dialog.tsx'
import { openNewViewDialog } from '../views/save-view.tsx'
import { buildViewItems } from '../views/view-menu.ts'

/** Opens the menu of a list. `title` names the file of an export. */
export function openMoreMenu(anchor: Element, title: string): void {
  openLayer(
    (close) => <Menu anchor={anchor} label={listTexts.more} items={buildItems(anchor, title)} onClose={close} />,
    anchor,
  )
}

function buildItems(anchor: Element, title: string): MenuItem[] {
  const { savedView, query, container } = viewState.peek()
  const items: MenuItem[] = [
    ...layouts
      .filter((layout) => layout !== query.layout)
      .map((layout): MenuItem => ({
        id: layout,
        label: layoutTexts[layout],
        icon: layout,
        onSelect: () => showLayout(layout),
      })),
    ...(query.layout === 'calendar' ? [] : [buildDisplayItem(anchor)]),
    {
      id: 'save',
      label: listMenuTexts.saveView,
      icon: 'view',
      hasSeparator: true,
      onSelect: () => openNewViewDialog(anchor),
    },
    { id: 'csv', label: listMenuTexts.csv, icon: 'download', onSelect: () => exportCsv(title) },
  ]
  items.push(...buildProjectItems(anchor))
  if (container.kind === 'project' && listManagedProjects().some(({ project_id }) => project_id === container.id))
    items.push({
      id: 'fields',
      label: listMenuTexts.projectFields,
      icon: 'select',
      onSelect: () => navigate(`/o/${getStore().org}/settings/fields?project=${container.id}`),
    })
  return savedView ? [...items, ...buildViewItems(savedView, anchor, true)] : items
}

const buildDisplayItem = (anchor: Element): MenuItem => ({
  id: 'display',
  label: listTexts.display,
  icon: 'settings',
  onSelect: () => openDisplayOptions(anchor),
})

function buildProjectItems(anchor: Element): MenuItem[] {
  const { container, savedView } = viewState.peek()
  const project = container.kind === 'project' && !savedView ? findProject(container.id) : undefined
  if (!project) return []
  const { org_id, project_id } = project
  const about: MenuItem = {
    id: 'about',
    label: projectSettingTexts.about,
    icon: 'project',
    hasSeparator: true,
    onSelect: () => navigate(`/o/${org_id}/p/${project_id}/about`),
  }
  if (!isProjectOwner(project_id)) return [about]
  const onSelect = () => openProjectDialog(project, anchor)
  return [about, { id: 'project', label: projectSettingTexts.edit, icon: 'edit', onSelect }]
}

function exportCsv(title: string): void {
  showToast({ text: listMenuTexts.csvMaking })
  const { query, container } = viewState.peek()
  void withChunk(
    () => import('./download-csv.ts'),
    ({ downloadCsv }) =>
      downloadCsv(query, container, title).then(
        (count) => showToast({ text: listMenuTexts.csvMade(count) }),
        (problem: unknown) => showErrorToast(problem, () => exportCsv(title)),
      ),
  )
}
