import { acknowledgement, int, list, nullables, object, partial, text } from '../../kernel/schema.ts'
import { colors } from './rules.ts'

const name = text({ min: 1, max: 120, visible: true })
const color = text({
  pattern: `^(${colors.join('|')}|#[0-9a-fA-F]{6})$`,
  inWords: `must be one of ${colors.join(', ')}, or #rrggbb`,
  description: `One of ${colors.join(', ')}, or #rrggbb. By its place unless told.`,
})
const position = int({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Its place, from 1; at the end unless told.',
})

export const journeyCreate = object({ name, ...nullables({ color, position }) }, { title: 'JourneyCreate' })
export const journeyUpdate = partial({ name, color, position }, { title: 'JourneyUpdate' })

const ids = (what: string) => list(text(), { minItems: 1, maxItems: 1000, description: what })

export const journeyOrder = object(
  { journey_ids: ids('Journeys of the project in their new order; they share out the places they hold.') },
  { title: 'JourneyOrder' },
)
export const stopOrder = object(
  { stop_ids: ids('Stops of the journey in their new order; they share out the places they hold.') },
  { title: 'StopOrder' },
)
export const journeysReordered = object(
  {
    ...acknowledgement.properties,
    journey_ids: list(text(), { description: 'All of them, as they are now.' }),
  },
  { title: 'JourneysReordered' },
)
export const stopsReordered = object(
  {
    ...acknowledgement.properties,
    journey_id: text(),
    stop_ids: list(text(), { description: 'All on this line, as they are now.' }),
  },
  { title: 'StopsReordered' },
)
