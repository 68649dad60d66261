import * as s from '../../../core/schema.ts'

const journeyColors = 'blue red green orange purple teal pink brown yellow gray indigo lime'.split(' ')

export const getDefaultJourneyColor = (position: number): string =>
  journeyColors[(position - 1) % journeyColors.length]!

const name = s.nonBlankText(120, 'Name of the journey.')
const color = s.text({
  pattern: `^(${journeyColors.join('|')}|#[0-9a-fA-F]{6})$`,
  patternMessage: `must be one of ${journeyColors.join(', ')}, or #rrggbb`,
  description: `Color: one of ${journeyColors.join(', ')}, or \`#rrggbb\`. The default depends on the position.`,
})
const position = s.intBetween(1, 1_000_000, 'Position among the journeys of the project, from 1.')

export const journeyCreate = s.namedObject('JourneyCreate', { name, ...s.optionalNullables({ color, position }) })
export const journeyUpdate = s.partialUpdate('JourneyUpdate', [], { name, color, position })

const buildIdsSchema = (description: string) => s.array(s.text(), { minItems: 1, maxItems: 1000, description })

export const journeyOrder = s.namedObject('JourneyOrder', {
  journey_ids: buildIdsSchema('IDs of journeys of the project in their new order. They exchange their positions.'),
})
export const stopOrder = s.namedObject('StopOrder', {
  stop_ids: buildIdsSchema('IDs of stops of the journey in their new order. They exchange their positions.'),
})
export const journeysReordered = s.namedObject('JourneysReordered', {
  ...s.okResponse.properties,
  journey_ids: s.array(s.text(), 'IDs of all journeys of the project in order.'),
})
export const stopsReordered = s.namedObject('StopsReordered', {
  ...s.okResponse.properties,
  journey_id: s.text('ID of the journey.'),
  stop_ids: s.array(s.text(), 'IDs of all stops on the journey in order.'),
})
