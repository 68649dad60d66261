import { bool, date, int, list, nullable, object, text, version } from '../../kernel/schema.ts'

export const stopOut = object(
  {
    stop_id: text(),
    project_id: text(),
    title: text(),
    target_date: nullable(date()),
    description: nullable(text()),
    position: int({
      description: 'Its place on this line, from 1; apart from a line, on the first of its own.',
    }),
    done: int({ description: 'How many of its tasks that you can read are completed.' }),
    total: int({
      description: 'Its tasks that you can read, filed here or under a milestone pinned here, each once.',
    }),
    journey_ids: list(text(), { description: 'Every line it is on; two or more make it a junction.' }),
    milestone_ids: list(text(), { description: "Milestones of the project's team that are pinned to it." }),
    version,
  },
  { title: 'Stop' },
)

export const journeyOut = object(
  {
    journey_id: text(),
    project_id: text(),
    name: text(),
    color: text(),
    position: int(),
    version,
    stops: list(stopOut),
  },
  { title: 'Journey' },
)

const project = {
  project_id: text(),
  name: text(),
  can_edit: bool({ description: 'Whether you may change its journeys and stops.' }),
}

export const roadmapOut = object(
  {
    projects: list(
      object(
        { ...project, team_id: nullable(text()), journeys: list(journeyOut) },
        { title: 'RoadmapProject' },
      ),
    ),
    projects_without_roadmap: list(object(project, { title: 'ProjectWithoutRoadmap' }), {
      description: 'Projects that you can read and that have no journey yet.',
    }),
  },
  { title: 'Roadmap' },
)

export const taskRoadmapStop = object(
  {
    stop_id: text(),
    project_id: text(),
    title: text(),
    via: text({
      description: '`direct`: the task is filed there; `milestone`: its milestone is pinned there.',
    }),
    journeys: list(
      object({ journey_id: text(), name: text(), color: text(), position: int() }, { title: 'StopJourney' }),
      { description: 'The lines it is on.' },
    ),
  },
  { title: 'TaskRoadmapStop' },
)
