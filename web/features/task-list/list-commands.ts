import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { frameTexts } from '../../messages/app.ts'
import { menuTexts } from '../../messages/menus.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { groupLabels, listTexts } from '../../messages/tasks.ts'
import { filterLabels, listMenuTexts, sortLabels } from '../../messages/list-menus.ts'
import { projectSettingTexts } from '../../messages/projects.ts'
import type { MenuItem } from '../../components/menu.tsx'
import { withChunk } from '../../components/util/load-chunk.ts'
import { listManagedProjects } from '../field-settings/field-rights.ts'
import { getLabel } from '../fields/fields.ts'
import { isProjectOwner, findProject } from '../members/permissions.ts'
import { openProjectDialog } from '../projects/project-dialog.tsx'
import { listAddableFilters, type SupportedFilter } from '../views/filter-names.ts'
import { openNewViewDialog } from '../views/save-view.tsx'
import { buildViewItems } from '../views/view-menu.ts'
import { layouts } from '../views/view-query.ts'
import { resetToSavedView, showLayout, updateViewQuery, viewState } from '../views/view-state.ts'
import { changeGroup, listLaneOptions, listOptions, openDisplayOptions } from './display-options.tsx'
import { exportCsv } from './export-csv.ts'

/** Returns all commands of a list. Its menu has those without `heading`, the command palette has all. */
export function buildListCommands(anchor: Element, title: string): (MenuItem & { heading?: string })[] {
  const { savedView, query } = viewState.peek()
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
    ...buildProjectItems(anchor),
    ...buildTeamItems(),
    ...(savedView ? buildViewItems(savedView, anchor, true) : []),
  ]
  const filters = buildFilterCommands().map((one) => ({ ...one, icon: 'filter' as const }))
  const orders = buildOrderCommands().map((one) => ({ ...one, icon: 'layers' as const }))
  return [...items, ...filters, ...orders]
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
  const isManaged = listManagedProjects().some(({ project_id }) => project_id === container.id)
  const items: MenuItem[] = []
  if (project) {
    const { org_id, project_id } = project
    items.push(
      {
        id: 'about',
        label: projectSettingTexts.about,
        icon: 'project',
        hasSeparator: true,
        onSelect: () => navigate(`/o/${org_id}/p/${project_id}/about`),
      },
      {
        id: 'roadmap',
        label: frameTexts.roadmap,
        icon: 'roadmap',
        onSelect: () => navigate(`/o/${org_id}/roadmap?project=${project_id}`),
      },
    )
  }
  if (project && isProjectOwner(project.project_id))
    items.push({
      id: 'project',
      label: projectSettingTexts.edit,
      icon: 'edit',
      onSelect: () => openProjectDialog(project, anchor),
    })
  if (container.kind === 'project' && isManaged)
    items.push({
      id: 'fields',
      label: listMenuTexts.projectFields,
      icon: 'select',
      onSelect: () => navigate(`/o/${getStore().org}/settings/fields?project=${container.id}`),
    })
  return items
}

function buildTeamItems(): MenuItem[] {
  const { container, savedView } = viewState.peek()
  if (container.kind !== 'team' || savedView) return []
  const onSelect = () => navigate(`/o/${getStore().org}/team/${container.id}/about`)
  return [{ id: 'sprints', label: menuTexts.sprints, icon: 'sprint', hasSeparator: true, onSelect }]
}

function buildFilterCommands(): (MenuItem & { heading: string })[] {
  const { container, query, isModified } = viewState.peek()
  const heading = listTexts.filter
  const open = (name: SupportedFilter) =>
    void withChunk(
      () => import('../views/filter-pickers.tsx'),
      ({ showFilterValues }) => showFilterValues(name, document.querySelector('#tasks-filter')!),
    )
  return [
    ...listAddableFilters(container.kind).map((name) => ({
      id: `filter ${name}`,
      heading,
      label: filterLabels[name],
      onSelect: () => open(name),
    })),
    ...(Object.keys(query.filters).length > 0
      ? [{ id: 'clear', heading, label: listMenuTexts.clearFilters, onSelect: () => updateViewQuery({ filters: {} }) }]
      : []),
    ...(isModified ? [{ id: 'reset', heading, label: listTexts.resetView, onSelect: resetToSavedView }] : []),
  ]
}

function buildOrderCommands(): (MenuItem & { heading: string })[] {
  const { query } = viewState.peek()
  const { groupOptions, sortOptions } = listOptions()
  return [
    ...groupOptions.map((group) => ({
      id: `group ${group}`,
      heading: listMenuTexts.groupBy,
      label: getLabel(group, groupLabels),
      onSelect: () => updateViewQuery(changeGroup(query, group)),
    })),
    ...(query.layout === 'board' ? [null, ...listLaneOptions()] : []).map((lanes) => ({
      id: `lanes ${lanes}`,
      heading: listMenuTexts.lanes,
      label: lanes === null ? listMenuTexts.noLanes : getLabel(lanes, groupLabels),
      onSelect: () => updateViewQuery({ lanes }),
    })),
    ...(query.layout === 'list'
      ? [
          {
            id: 'group none',
            heading: listMenuTexts.groupBy,
            label: listMenuTexts.noGrouping,
            onSelect: () => updateViewQuery(changeGroup(query, null)),
          },
        ]
      : []),
    ...sortOptions.map((sort) => ({
      id: `sort ${sort}`,
      heading: listMenuTexts.sortBy,
      label: getLabel(sort, sortLabels),
      onSelect: () => updateViewQuery({ sort }),
    })),
  ]
}
