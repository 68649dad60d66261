import { bool, date, int, list, nullable, object, text, versionField } from '../../../core/schema.ts'

const stop_id = text({ description: 'ID of the stop.' })
const project_id = text({ description: 'ID of the project.' })
const title = text({ description: 'Title of the stop.' })
const journey = {
  journey_id: text({ description: 'ID of the journey.' }),
  name: text({ description: 'Name of the journey.' }),
  color: text({ description: 'Color in which the journey is drawn.' }),
  position: int({ description: 'Position among the journeys of the project; lower positions come first.' }),
}

export const stopSchema = object(
  {
    stop_id,
    project_id,
    title,
    target_date: nullable(date({ description: 'Date by which the stop is to be reached. `null` when there is none.' })),
    description: nullable(text({ description: 'Free text. `null` when there is none.' })),
    position: int({
      description: 'Position on the journey that contains it in the response, from 1; otherwise on its first journey.',
    }),
    done: int({ description: 'Number of tasks in `total` that are completed.' }),
    total: int({
      description:
        'Number of tasks that the caller can read and that were added to the stop or belong to a milestone pinned to ' +
        'it, each counted once.',
    }),
    journey_ids: list(text(), {
      description: 'IDs of the journeys of the stop. Two or more form a junction.',
    }),
    milestone_ids: list(text(), {
      description: "IDs of the milestones of the project's team that are pinned to the stop.",
    }),
    version: versionField,
  },
  { title: 'Stop' },
)

export const journeySchema = object(
  {
    journey_id: journey.journey_id,
    project_id,
    name: journey.name,
    color: journey.color,
    position: journey.position,
    version: versionField,
    stops: list(stopSchema, { description: 'Stops of the journey, by position.' }),
  },
  { title: 'Journey' },
)

const project = {
  project_id,
  name: text({ description: 'Name of the project.' }),
  can_edit: bool({ description: 'True if the caller may edit its journeys and stops.' }),
}

export const roadmapSchema = object(
  {
    projects: list(
      object(
        {
          ...project,
          team_id: nullable(text({ description: 'ID of the team of the project. `null` when it has none.' })),
          journeys: list(journeySchema, { description: 'Journeys of the project, by position.' }),
        },
        { title: 'RoadmapProject' },
      ),
      { description: 'Projects that have journeys, in the order of the organization.' },
    ),
    projects_without_roadmap: list(object(project, { title: 'ProjectWithoutRoadmap' }), {
      description: 'Projects that the caller can read and that have no journey.',
    }),
  },
  { title: 'Roadmap' },
)

export const taskRoadmapStop = object(
  {
    stop_id,
    project_id,
    title,
    via: text({
      description: '`direct`: the task was added to the stop. `milestone`: its milestone is pinned to the stop.',
    }),
    journeys: list(object(journey, { title: 'StopJourney' }), {
      description: 'Journeys of the stop, by position.',
    }),
  },
  { title: 'TaskRoadmapStop' },
)
