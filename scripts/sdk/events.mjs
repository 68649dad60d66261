import { comment } from './schemas.mjs'

/** The types of events, with what each says. */
export function eventsFile({ 'x-events': events }) {
  const types = events.map(({ type, description }) => `${comment({ description }, '  ')}  '${type}': true\n`)
  const told = `/** The types of events that there are, with what each says. */\nexport interface EventTypes {\n${types.join('')}}\n`
  return `${told}\n/** A type of event. A server newer than this package may have more. */\nexport type EventType = keyof EventTypes\n`
}
