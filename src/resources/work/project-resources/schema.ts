import * as s from '../../../core/schema.ts'

const name = s.nonBlankText(200, 'Name.')
const url = s.text({ max: 2000, description: 'An http or https URL without credentials.' })
const type = s.nonBlankText(120, 'Client-defined type; the list can be filtered by it.')
const isActive = s.bool('Set to `false` to delete the resource.')
const reason = s.text({ max: 2000, description: 'Reason for the deletion; stored only with `is_active: false`.' })
const ignoredFields = s.readOnlyFields({ created_by: s.text(), updated_by: s.text() })

export const resourceCreateSchema = s.namedObject('ProjectResourceCreate', {
  project_id: s.text('Must be the project in the query.'),
  project_name: s.deprecatedField(s.text(), 'Ignored; the response contains the name of the project.'),
  resource_name: name,
  ...s.optionalNullables({
    resource_url: url,
    resource_type: type,
    storage_path: s.text({
      max: 2000,
      description: 'Free text, for example a path in the storage of the client; returned unchanged.',
    }),
    is_active: isActive,
    delete_reason: reason,
    ...ignoredFields,
  }),
})
export type ResourceCreate = s.Static<typeof resourceCreateSchema>

export const resourceUploadSchema = s.namedObject('ProjectResourceUpload', {
  ...s.optionalNullables({
    project_id: s.text('Must be the project in the query.'),
    project_name: s.deprecatedField(s.text(), 'Ignored.'),
    title: s.nonBlankText(200, 'Name of the resource; by default the name of the file.'),
  }),
})

export const resourceUpdateSchema = s.partialUpdate('ProjectResourceUpdate', ['resource_url', 'resource_type'], {
  project_id: s.deprecatedField(s.text(), 'Must be the project of the resource, which cannot change.'),
  project_name: s.deprecatedField(s.text(), 'Ignored.'),
  resource_name: name,
  resource_url: s.text({ max: 2000, description: 'An http or https URL without credentials. Ignored for a file.' }),
  resource_type: type,
  is_active: isActive,
  delete_reason: reason,
  ...ignoredFields,
})
export type ResourceUpdate = s.Static<typeof resourceUpdateSchema>

export const resourceSchema = s.namedObject('ProjectResource', {
  resource_id: s.text('ID of the resource.'),
  project_id: s.text('ID of the project.'),
  project_name: s.text('Name of the project.'),
  resource_name: s.text('Name.'),
  resource_url: s.nullable(s.text('URL of a link, or of the content of a file.')),
  resource_type: s.nullable(s.text('Client-defined type; initially `file` for an upload.')),
  storage_path: s.nullable(s.text('Free text sent with a link; null for a file.')),
  is_active: s.nullable(s.bool('`false` for a deleted resource.')),
  created_by: s.nullable(s.text('Username of the creator.')),
  updated_by: s.nullable(s.text('Username of the user who last updated it.')),
  delete_reason: s.nullable(s.text('Reason for the deletion.')),
  created_at: s.nullable(s.dateTime('Time of creation.')),
  updated_at: s.nullable(s.dateTime('Time of the last update.')),
  deleted_at: s.nullable(s.dateTime('Time of deletion.')),
  version: s.versionField,
})
