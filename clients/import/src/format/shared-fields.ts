import { decimal, id, integer, choice, ref, required, text, time } from './fields.ts'

export const statuses = [
  'backlog',
  'not_started',
  'in_progress',
  'blocked',
  'completed',
  'archived',
  'on_hold',
] as const
export const priorities = ['critical', 'high', 'medium', 'low', 'none'] as const
export const position = decimal('Position among its siblings; lower positions come first.')
export const rowId = required(id('Id in the source, unique in this file.'))

/** Times and authors of a row. */
export const audit = {
  created_at: time('Time of creation.'),
  created_by: ref('people', 'Creator.'),
  updated_at: time('Time of the last change.'),
  updated_by: ref('people', 'Author of the last change.'),
}
export const deleted = {
  deleted_at: time('Time of deletion; absent if it is not deleted.'),
  delete_reason: text('Reason of the deletion.'),
}
export const closed = { closed_at: time('Time of closing.'), closed_by: ref('people', 'User who closed it.') }
export const scope = {
  scope_type: required(choice(['project', 'team', 'user'], 'Kind of the owner.')),
  scope: required(id('Id of the project, team or person that owns it.')),
}
export const project = required(ref('projects', 'Project.'))
export const team = required(ref('teams', 'Team.'))
export const person = required(ref('people', 'Person.'))
export const task = required(ref('tasks', 'Task.'))
export const fileFields = {
  name: required(text('File name.')),
  title: text('Title.'),
  media_type: text('Media type.'),
  size: integer('Size in bytes.'),
  sha256: text('SHA-256 of the content, in hexadecimal digits.'),
  file: text('Path of the content in the archive, files/…; absent if the archive does not have it.'),
  url: text('Web address.'),
}
