export const sectionUpdatedEvent = {
  'section.updated':
    'A section was renamed or moved. An event without changed attributes means that its tasks were renumbered in the same order.',
}
