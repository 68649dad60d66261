import {
  okResponse,
  date,
  int,
  list,
  optionalNullables,
  object,
  partialUpdate,
  text,
  type Static,
} from '../../../core/schema.ts'

const stop_id = text({ description: 'ID of the stop.' })
const title = text({ min: 1, max: 200, visible: true, description: 'Title of the stop.' })
const journeyIds = list(text(), {
  minItems: 1,
  maxItems: 20,
  description: 'IDs of the journeys of the stop, all in the project of the stop, each once.',
})
const others = {
  target_date: date({ description: 'Date by which the stop is to be reached. `null` when there is none.' }),
  description: text({ max: 2000, description: 'Free text. `null` when there is none.' }),
  position: int({
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Position on each of its journeys, from 1. When omitted, the stop is appended to journeys that it is not yet on.',
  }),
}

export const stopCreate = object(
  { title, journey_ids: journeyIds, ...optionalNullables(others) },
  { title: 'StopCreate' },
)

export const stopUpdate = partialUpdate(
  { title, journey_ids: journeyIds, ...others },
  { title: 'StopUpdate', clears: ['target_date', 'description'] },
)
export type StopUpdate = Static<typeof stopUpdate>

export const stopTasksFile = object(
  {
    task_ids: list(text(), {
      minItems: 1,
      maxItems: 200,
      description: 'IDs of tasks in the project of the stop.',
    }),
  },
  { title: 'StopTasksFile' },
)
export const stopTasksFiled = object(
  {
    ...okResponse.properties,
    stop_id,
    filed: int({ description: 'Number of tasks added, not counting those that were already in the stop.' }),
  },
  { title: 'StopTasksFiled' },
)
export const stopTaskUnfiled = object(
  { ...okResponse.properties, stop_id, task_id: text({ description: 'ID of the task.' }) },
  { title: 'StopTaskUnfiled' },
)
