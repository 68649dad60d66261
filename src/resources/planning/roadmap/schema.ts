import * as s from '../../../core/schema.ts'

const stop_id = s.text({ description: 'ID of the stop.' })
const project_id = s.text({ description: 'ID of the project.' })
const title = s.text({ description: 'Title of the stop.' })
const journey = {
  journey_id: s.text({ description: 'ID of the journey.' }),
  name: s.text({ description: 'Name of the journey.' }),
  color: s.text({ description: 'Color in which the journey is drawn.' }),
  position: s.int({ description: 'Position among the journeys of the project; lower positions come first.' }),
}

export const stopSchema = s.object(
  {
    stop_id,
    project_id,
    title,
    target_date: s.nullable(
      s.date({ description: 'Date by which the stop is to be reached. `null` when there is none.' }),
    ),
    description: s.nullable(s.text({ description: 'Free text. `null` when there is none.' })),
    position: s.int({
      description: 'Position on the journey that contains it in the response, from 1; otherwise on its first journey.',
    }),
    done: s.int({ description: 'Number of tasks in `total` that are completed.' }),
    total: s.int({
      description:
        'Number of tasks that the caller can read and that were added to the stop or belong to a milestone pinned to ' +
        'it, each counted once.',
    }),
    journey_ids: s.array(s.text(), { description: 'IDs of the journeys of the stop. Two or more form a junction.' }),
    milestone_ids: s.array(s.text(), {
      description: "IDs of the milestones of the project's team that are pinned to the stop.",
    }),
    version: s.versionField,
  },
  { title: 'Stop' },
)

export const journeySchema = s.object(
  {
    journey_id: journey.journey_id,
    project_id,
    name: journey.name,
    color: journey.color,
    position: journey.position,
    version: s.versionField,
    stops: s.array(stopSchema, { description: 'Stops of the journey, by position.' }),
  },
  { title: 'Journey' },
)

const project = {
  project_id,
  name: s.text({ description: 'Name of the project.' }),
  can_edit: s.bool({ description: 'True if the caller may edit its journeys and stops.' }),
}

export const roadmapSchema = s.object(
  {
    projects: s.array(
      s.object(
        {
          ...project,
          team_id: s.nullable(s.text({ description: 'ID of the team of the project. `null` when it has none.' })),
          journeys: s.array(journeySchema, { description: 'Journeys of the project, by position.' }),
        },
        { title: 'RoadmapProject' },
      ),
      { description: 'Projects that have journeys, in the order of the organization.' },
    ),
    projects_without_roadmap: s.array(s.object(project, { title: 'ProjectWithoutRoadmap' }), {
      description: 'Projects that the caller can read and that have no journey.',
    }),
  },
  { title: 'Roadmap' },
)

export const taskRoadmapStop = s.object(
  {
    stop_id,
    project_id,
    title,
    via: s.text({
      description: '`direct`: the task was added to the stop. `milestone`: its milestone is pinned to the stop.',
    }),
    journeys: s.array(s.object(journey, { title: 'StopJourney' }), {
      description: 'Journeys of the stop, by position.',
    }),
  },
  { title: 'TaskRoadmapStop' },
)
