import type { Milestone, Roadmap } from '@svc/sdk'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { closeByQuery, currentLocation, setQuery } from '../../location.ts'
import { useCommands } from '../../commands/commands.ts'
import { useQuery } from '../../store/use-query.ts'
import { roadmapTexts as messages } from '../../messages/roadmap.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { lazyComponent } from '../../components/lazy-component.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TopBar } from '../../components/top-bar.tsx'
import type { ApiProject } from './layout.ts'
import { RoadmapList } from './roadmap-list.tsx'
import { RoadmapMap } from './roadmap-map.tsx'
import type { NewWhat, RoadmapForm } from './roadmap-forms.ts'
import { RoadmapTools } from './roadmap-tools.tsx'
import './roadmap.css'

const StopDialog = lazyComponent(async () => (await import('./stop-dialog.tsx')).StopDialog, { bare: true })
const NewDialog = lazyComponent(async () => (await import('./new-dialogs.tsx')).NewDialog, { bare: true })

/** Shows the roadmap of the organization as a metro map, or as lists. */
export function RoadmapScreen() {
  const { value, problem, refetch } = useQuery('roadmap', (svc) => svc.roadmap.org())
  useEffect(() => refetchWhenVisible(refetch), [])
  if (value) return <LoadedRoadmap roadmap={value} refetch={refetch} />
  return (
    <>
      <TopBar title={messages.title} icon="roadmap" />
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : <Skeleton rows={8} height={72} />}
    </>
  )
}

function refetchWhenVisible(refetch: () => void): () => void {
  const onChange = () => document.visibilityState === 'visible' && refetch()
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

function LoadedRoadmap({ roadmap, refetch }: { roadmap: Roadmap; refetch: () => void }) {
  const { query } = currentLocation.value
  const [adding, setAdding] = useState<NewWhat>()
  const filter = query.get('project')
  const projects = useMemo(
    () => roadmap.projects.filter(({ project_id }) => filter === null || project_id === filter),
    [roadmap, filter],
  )
  const milestones = useMilestones(roadmap.projects)
  const form = useForm()
  const openStop = (id: string) => setQuery({ stop: id })
  const stop = query.get('stop')
  const editable = [...roadmap.projects, ...roadmap.projects_without_roadmap].filter(({ can_edit }) => can_edit)
  return (
    <>
      <TopBar title={messages.title} icon="roadmap">
        <RoadmapTools
          {...{ roadmap, projects, milestones, form }}
          canAdd={editable.length > 0}
          canAddStop={roadmap.projects.some(({ can_edit }) => can_edit)}
          onAdd={setAdding}
        />
      </TopBar>
      <Body {...{ projects, milestones, form }} onOpen={openStop} canAdd={editable.length > 0} onAdd={setAdding} />
      {stop && (
        <StopDialog
          key={stop}
          id={stop}
          {...{ roadmap, milestones }}
          onChange={refetch}
          onClose={() => closeByQuery('stop')}
        />
      )}
      {adding && (
        <NewDialog what={adding} {...{ roadmap, editable }} onChange={refetch} onClose={() => setAdding(undefined)} />
      )}
    </>
  )
}

interface BodyProps {
  projects: readonly ApiProject[]
  milestones: ReadonlyMap<string, Milestone>
  form: RoadmapForm
  canAdd: boolean
  onAdd: (what: NewWhat) => void
  onOpen: (id: string) => void
}

function Body({ projects, milestones, form, canAdd, onAdd, onOpen }: BodyProps) {
  const action = { label: messages.emptyAction, run: () => onAdd('line') }
  if (projects.length === 0) return <EmptyState text={messages.empty} {...(canAdd && { action })} />
  const Form = form === 'map' ? RoadmapMap : RoadmapList
  return <Form {...{ projects, milestones, onOpen }} />
}

/** A map on wide windows and lists on narrow ones, unless the URL says otherwise. */
function useForm(): RoadmapForm {
  const narrow = useMemo(() => matchMedia('(width < 45rem)'), [])
  const [isNarrow, setNarrow] = useState(narrow.matches)
  useEffect(() => {
    const onChange = () => setNarrow(narrow.matches)
    narrow.addEventListener('change', onChange)
    return () => narrow.removeEventListener('change', onChange)
  }, [])
  const chosen = currentLocation.value.query.get('as')
  const form = chosen === 'map' || chosen === 'list' ? chosen : isNarrow ? 'list' : 'map'
  const other = form === 'map' ? 'list' : 'map'
  const section = messages.section
  useCommands([
    { id: 'roadmap-form', title: messages.switchForm, section, keys: 'l', run: () => setQuery({ as: other }) },
  ])
  return form
}

const MAX_PER_TEAM = 1000

/** Reads the milestones of teams that have some pinned to stops, for their titles and dates. */
function useMilestones(projects: readonly ApiProject[]): ReadonlyMap<string, Milestone> {
  const isPinned = ({ journeys }: ApiProject) =>
    journeys.some(({ stops }) => stops.some(({ milestone_ids }) => milestone_ids.length > 0))
  const teams = [...new Set(projects.filter(isPinned).flatMap(({ team_id }) => team_id ?? []))]
  const { value } = useQuery(`milestones ${teams.join(' ')}`, (svc) =>
    Promise.all(teams.map(async (team) => (await svc.milestones.list(team, { limit: MAX_PER_TEAM })).data)),
  )
  return useMemo(() => new Map((value ?? []).flat().map((one) => [one.milestone_id, one])), [value])
}
