import * as s from '../../../core/schema.ts'

const stop_id = s.text('ID of the stop.')
const title = s.nonBlankText(200, 'Title of the stop.')
const journeyIds = s.array(s.text(), {
  minItems: 1,
  maxItems: 20,
  description: 'IDs of the journeys of the stop, all in the project of the stop, each once.',
})
const others = {
  target_date: s.date('Date by which the stop is to be reached. `null` when there is none.'),
  description: s.text({ max: 2000, description: 'Free text. `null` when there is none.' }),
  position: s.intBetween(
    1,
    1_000_000,
    'Position on each of its journeys, from 1. When omitted, the stop is appended to journeys that it is not yet on.',
  ),
}

export const stopCreate = s.namedObject('StopCreate', {
  title,
  journey_ids: journeyIds,
  ...s.optionalNullables(others),
})

export const stopUpdate = s.partialUpdate('StopUpdate', ['target_date', 'description'], {
  title,
  journey_ids: journeyIds,
  ...others,
})
export type StopUpdate = s.Static<typeof stopUpdate>

export const stopTasksFile = s.namedObject('StopTasksFile', {
  task_ids: s.array(s.text(), {
    minItems: 1,
    maxItems: 200,
    description: 'IDs of tasks in the project of the stop.',
  }),
})
export const stopTasksFiled = s.namedObject('StopTasksFiled', {
  ...s.okResponse.properties,
  stop_id,
  filed: s.int('Number of tasks added, not counting those that were already in the stop.'),
})
export const stopTaskUnfiled = s.namedObject('StopTaskUnfiled', {
  ...s.okResponse.properties,
  stop_id,
  task_id: s.text('ID of the task.'),
})
