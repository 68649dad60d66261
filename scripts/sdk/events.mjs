import { buildComment } from './schemas.mjs'

export function buildEventsFile({ 'x-events': events }) {
  const types = events.map(({ type, description }) => `${buildComment({ description }, '  ')}  '${type}': true\n`)
  const list = `/** Event types and their descriptions. */\nexport interface EventTypes {\n${types.join('')}}\n`
  return `${list}\n/** An event type. A newer server may send others. */\nexport type EventType = keyof EventTypes\n`
}
