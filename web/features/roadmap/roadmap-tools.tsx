import type { Milestone, Roadmap } from '@svc/sdk'
import { setQuery, currentLocation } from '../../location.ts'
import { roadmapTexts as messages, stopTexts } from '../../messages/roadmap.ts'
import { Button } from '../../components/button.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { PopoverButton } from '../../components/popover-button.tsx'
import { withChunk } from '../../components/util/load-chunk.ts'
import type { ApiProject } from './layout.ts'
import type { NewWhat, RoadmapForm } from './roadmap-forms.ts'

interface ToolsProps {
  roadmap: Roadmap
  projects: readonly ApiProject[]
  milestones: ReadonlyMap<string, Milestone>
  form: RoadmapForm
  canAdd: boolean
  canAddStop: boolean
  onAdd: (what: NewWhat) => void
}

const forms = [
  ['map', messages.map],
  ['list', messages.list],
] as const

export function RoadmapTools(props: ToolsProps) {
  const { roadmap, form, canAddStop, onAdd } = props
  return (
    <>
      {roadmap.projects.length > 1 && <ProjectChoice projects={roadmap.projects} />}
      <span class="map-forms" role="group" aria-label={messages.form}>
        {forms.map(([one, label]) => (
          <Button key={one} kind="quiet" small pressed={form === one} keys="l" onClick={() => setQuery({ as: one })}>
            {label}
          </Button>
        ))}
      </span>
      {canAddStop && (
        <Button class="map-add" kind="quiet" icon="plus" title={stopTexts.newStop} onClick={() => onAdd('stop')} />
      )}
      <PopoverButton
        icon="more"
        title={messages.more}
        renderPopover={(anchor, close) => (
          <Menu anchor={anchor} label={messages.more} items={listItems(props)} onClose={close} />
        )}
      />
    </>
  )
}

const ProjectChoice = ({ projects }: { projects: readonly ApiProject[] }) => (
  <select
    class="input map-filter"
    aria-label={messages.filter}
    value={currentLocation.value.query.get('project') ?? ''}
    onChange={({ currentTarget }) => setQuery({ project: currentTarget.value || null })}
  >
    <option value="">{messages.showAll}</option>
    {projects.map(({ project_id, name }) => (
      <option key={project_id} value={project_id}>
        {name}
      </option>
    ))}
  </select>
)

function listItems({ projects, milestones, canAdd, canAddStop, onAdd }: ToolsProps): MenuItem[] {
  const download = (format: 'svg' | 'png') =>
    void withChunk(
      () => import('./export-map.tsx'),
      ({ downloadMap }) => downloadMap(projects, milestones, format),
    )
  const items: MenuItem[] = [
    { id: 'svg', label: messages.exportSvg, icon: 'download', onSelect: () => download('svg') },
    { id: 'png', label: messages.exportPng, icon: 'image', onSelect: () => download('png') },
  ]
  if (canAddStop)
    items.unshift({ id: 'stop', label: `${stopTexts.newStop}…`, icon: 'plus', onSelect: () => onAdd('stop') })
  if (canAdd) items.unshift({ id: 'line', label: `${stopTexts.newLine}…`, icon: 'plus', onSelect: () => onAdd('line') })
  return items
}
