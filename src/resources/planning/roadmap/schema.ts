import * as s from '../../../core/schema.ts'

const stop_id = s.text('ID of the stop.')
const project_id = s.text('ID of the project.')
const title = s.text('Title of the stop.')
const journey = {
  journey_id: s.text('ID of the journey.'),
  name: s.text('Name of the journey.'),
  color: s.text('Color in which the journey is drawn.'),
  position: s.int('Position among the journeys of the project; lower positions come first.'),
}

export const stopSchema = s.namedObject('Stop', {
  stop_id,
  project_id,
  title,
  target_date: s.nullable(s.date('Date by which the stop is to be reached. `null` when there is none.')),
  description: s.nullable(s.text('Free text. `null` when there is none.')),
  position: s.int('Position on the journey that contains it in the response, from 1; otherwise on its first journey.'),
  done: s.int('Number of tasks in `total` that are completed.'),
  total: s.int(
    'Number of tasks that the caller can read and that were added to the stop or belong to a milestone pinned to ' +
      'it, each counted once.',
  ),
  journey_ids: s.array(s.text(), 'IDs of the journeys of the stop. Two or more form a junction.'),
  milestone_ids: s.array(s.text(), "IDs of the milestones of the project's team that are pinned to the stop."),
  version: s.versionField,
})

export const journeySchema = s.namedObject('Journey', {
  journey_id: journey.journey_id,
  project_id,
  name: journey.name,
  color: journey.color,
  position: journey.position,
  version: s.versionField,
  stops: s.array(stopSchema, 'Stops of the journey, by position.'),
})

const project = {
  project_id,
  name: s.text('Name of the project.'),
  can_edit: s.bool('True if the caller may edit its journeys and stops.'),
}

export const roadmapSchema = s.namedObject('Roadmap', {
  projects: s.array(
    s.namedObject('RoadmapProject', {
      ...project,
      team_id: s.nullable(s.text('ID of the team of the project. `null` when it has none.')),
      journeys: s.array(journeySchema, 'Journeys of the project, by position.'),
    }),
    { description: 'Projects that have journeys, in the order of the organization.' },
  ),
  projects_without_roadmap: s.array(s.namedObject('ProjectWithoutRoadmap', project), {
    description: 'Projects that the caller can read and that have no journey.',
  }),
})

export const taskRoadmapStop = s.namedObject('TaskRoadmapStop', {
  stop_id,
  project_id,
  title,
  via: s.text('`direct`: the task was added to the stop. `milestone`: its milestone is pinned to the stop.'),
  journeys: s.array(s.namedObject('StopJourney', journey), 'Journeys of the stop, by position.'),
})
