import {
  acknowledgement,
  date,
  int,
  list,
  nullables,
  object,
  partial,
  text,
  type Static,
} from '../../kernel/schema.ts'

const title = text({ min: 1, max: 200, visible: true })
const journeyIds = list(text(), {
  minItems: 1,
  maxItems: 20,
  description: 'The lines it is on, all of the same project.',
})
const others = {
  target_date: date(),
  description: text({ max: 2000 }),
  position: int({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Its place on each of its lines, from 1; at the end unless told.',
  }),
}

export const stopCreate = object(
  { title, journey_ids: journeyIds, ...nullables(others) },
  { title: 'StopCreate' },
)

export const stopUpdate = partial(
  { title, journey_ids: journeyIds, ...others },
  { title: 'StopUpdate', clears: ['target_date', 'description'] },
)
export type StopUpdate = Static<typeof stopUpdate>

export const stopTasksFile = object(
  { task_ids: list(text(), { minItems: 1, maxItems: 200, description: "Tasks of the stop's project." }) },
  { title: 'StopTasksFile' },
)
export const stopTasksFiled = object(
  {
    ...acknowledgement.properties,
    stop_id: text(),
    filed: int({ description: 'How many were not filed here yet.' }),
  },
  { title: 'StopTasksFiled' },
)
export const stopTaskUnfiled = object(
  { ...acknowledgement.properties, stop_id: text(), task_id: text() },
  { title: 'StopTaskUnfiled' },
)
