export const fieldUpdatedEvent = {
  'field.updated':
    'A custom field or its options changed. Events of fields limited to projects always include `project_ids`.',
}
export const fieldArchivedEvent = { 'field.archived': 'A custom field was archived.' }
export const fieldRestoredEvent = { 'field.restored': 'An archived custom field was restored.' }
