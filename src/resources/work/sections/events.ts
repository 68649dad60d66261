export { sectionCreatedEvent } from '../projects/events.ts'
export const sectionUpdatedEvent = {
  'section.updated':
    'A section was renamed or moved, or its status, color or limit changed. An event without changed attributes means that only the stored positions of its tasks were renumbered.',
}
