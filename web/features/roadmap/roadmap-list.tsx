import type { Milestone } from '@svc/sdk'
import { useMemo } from 'preact/hooks'
import { roadmapTexts as messages } from '../../messages/roadmap.ts'
import { layoutRoadmap, type ApiProject, type MapLine, type MapProject, type MapStop } from './layout.ts'
import { getLineColor } from './line-colors.ts'
import { findFacts, listFactTexts } from './stop-facts.ts'
import { formatList } from '../../components/util/intl.ts'

interface ListProps {
  projects: readonly ApiProject[]
  milestones: ReadonlyMap<string, Milestone>
  onOpen: (id: string) => void
}

/** The same roadmap as lists, for phones, paper and readers without the picture. */
export function RoadmapList({ projects, milestones, onOpen }: ListProps) {
  const layout = useMemo(() => layoutRoadmap(projects, (text) => text.length), [projects])
  return (
    <div class="map-list" data-region="list" tabIndex={-1}>
      {layout.projects.map((project) => (
        <section key={project.id}>
          <h2 dir="auto">{project.name}</h2>
          {project.lines.map((line) => (
            <LineList key={line.id} {...{ line, project, milestones, onOpen }} />
          ))}
        </section>
      ))}
    </div>
  )
}

interface LineProps extends Omit<ListProps, 'projects'> {
  line: MapLine
  project: MapProject
}

const LineList = ({ line, project, milestones, onOpen }: LineProps) => (
  <section class="map-list-line">
    <h3 dir="auto">
      <span class="map-swatch" style={{ background: getLineColor(line.color) }} />
      {line.name}
    </h3>
    {line.stops.length === 0 && <p>{messages.noStops}</p>}
    <ol>
      {line.stops.map((placed) => (
        <StopRow key={placed.stop.stop_id} {...{ placed, line, project, milestones, onOpen }} />
      ))}
    </ol>
  </section>
)

function StopRow({
  placed: { stop, contradicts },
  line,
  project,
  milestones,
  onOpen,
}: LineProps & { placed: MapStop }) {
  const facts = findFacts(stop, milestones)
  const others = project.lines.filter(({ id }) => id !== line.id && stop.journey_ids.includes(id))
  const texts = listFactTexts(stop, facts, contradicts)
  if (others.length > 0) texts.push(messages.alsoOn(formatList(others.map(({ name }) => name))))
  return (
    <li>
      <button type="button" class="map-list-stop" onClick={() => onOpen(stop.stop_id)}>
        <bdi class="map-list-title">{stop.title}</bdi>
        <span
          class={facts.isOverdue || facts.earlier.length > 0 ? 'map-list-facts map-list-warning' : 'map-list-facts'}
        >
          {facts.isOverdue || facts.earlier.length > 0 ? `⚠ ${texts.join(' · ')}` : texts.join(' · ')}
        </span>
      </button>
    </li>
  )
}
