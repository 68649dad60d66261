import * as s from '../../../core/schema.ts'

const stop_id = s.text({ description: 'ID of the stop.' })
const title = s.text({ min: 1, max: 200, visible: true, description: 'Title of the stop.' })
const journeyIds = s.array(s.text(), {
  minItems: 1,
  maxItems: 20,
  description: 'IDs of the journeys of the stop, all in the project of the stop, each once.',
})
const others = {
  target_date: s.date({ description: 'Date by which the stop is to be reached. `null` when there is none.' }),
  description: s.text({ max: 2000, description: 'Free text. `null` when there is none.' }),
  position: s.int({
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Position on each of its journeys, from 1. When omitted, the stop is appended to journeys that it is not yet on.',
  }),
}

export const stopCreate = s.object(
  { title, journey_ids: journeyIds, ...s.optionalNullables(others) },
  { title: 'StopCreate' },
)

export const stopUpdate = s.partialUpdate(
  { title, journey_ids: journeyIds, ...others },
  { title: 'StopUpdate', clears: ['target_date', 'description'] },
)
export type StopUpdate = s.Static<typeof stopUpdate>

export const stopTasksFile = s.object(
  {
    task_ids: s.array(s.text(), {
      minItems: 1,
      maxItems: 200,
      description: 'IDs of tasks in the project of the stop.',
    }),
  },
  { title: 'StopTasksFile' },
)
export const stopTasksFiled = s.object(
  {
    ...s.okResponse.properties,
    stop_id,
    filed: s.int({ description: 'Number of tasks added, not counting those that were already in the stop.' }),
  },
  { title: 'StopTasksFiled' },
)
export const stopTaskUnfiled = s.object(
  { ...s.okResponse.properties, stop_id, task_id: s.text({ description: 'ID of the task.' }) },
  { title: 'StopTaskUnfiled' },
)
