import {
  bool,
  dateTime,
  readOnlyFields,
  nullable,
  optionalNullables,
  object,
  deprecatedField,
  partialUpdate,
  text,
  versionField,
  type Static,
} from '../../../core/schema.ts'

const name = text({ min: 1, max: 200, visible: true, description: 'Name.' })
const url = text({ max: 2000, description: 'An http or https URL without credentials.' })
const type = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Type chosen by the client; the list can be filtered by it.',
})
const isActive = bool({ description: '`false` deletes the resource.' })
const reason = text({
  max: 2000,
  description: 'Reason for the deletion; stored only with `is_active: false`.',
})
const ignoredFields = readOnlyFields({ created_by: text(), updated_by: text() })

export const resourceCreateSchema = object(
  {
    project_id: text({ description: 'Must be the project in the query.' }),
    project_name: deprecatedField(text(), 'Ignored; the response contains the name of the project.'),
    resource_name: name,
    ...optionalNullables({
      resource_url: url,
      resource_type: type,
      storage_path: text({
        max: 2000,
        description: 'Free text, for example a path in the storage of the client; returned unchanged.',
      }),
      is_active: isActive,
      delete_reason: reason,
      ...ignoredFields,
    }),
  },
  { title: 'ProjectResourceCreate' },
)
export type ResourceCreate = Static<typeof resourceCreateSchema>

export const resourceUploadSchema = object(
  {
    ...optionalNullables({
      project_id: text({ description: 'Must be the project in the query.' }),
      project_name: deprecatedField(text(), 'Ignored.'),
      title: text({
        min: 1,
        max: 200,
        visible: true,
        description: 'Name of the resource; by default the name of the file.',
      }),
    }),
  },
  { title: 'ProjectResourceUpload' },
)

export const resourceUpdateSchema = partialUpdate(
  {
    project_id: deprecatedField(text(), 'Must be the project of the resource, which cannot change.'),
    project_name: deprecatedField(text(), 'Ignored.'),
    resource_name: name,
    resource_url: text({
      max: 2000,
      description: 'An http or https URL without credentials. Ignored for a file.',
    }),
    resource_type: type,
    is_active: isActive,
    delete_reason: reason,
    ...ignoredFields,
  },
  { title: 'ProjectResourceUpdate', clears: ['resource_url', 'resource_type'] },
)
export type ResourceUpdate = Static<typeof resourceUpdateSchema>

export const resourceSchema = object(
  {
    resource_id: text({ description: 'ID of the resource.' }),
    project_id: text({ description: 'ID of the project.' }),
    project_name: text({ description: 'Name of the project.' }),
    resource_name: text({ description: 'Name.' }),
    resource_url: nullable(text({ description: 'URL of a link, or of the content of a file.' })),
    resource_type: nullable(text({ description: 'Type chosen by the client; initially `file` for an upload.' })),
    storage_path: nullable(
      text({
        description: 'Free text sent with a link; null for a file.',
      }),
    ),
    is_active: nullable(bool({ description: '`false` for a deleted resource.' })),
    created_by: nullable(text({ description: 'Username of the creator.' })),
    updated_by: nullable(text({ description: 'Username of the user who last updated it.' })),
    delete_reason: nullable(text({ description: 'Reason for the deletion.' })),
    created_at: nullable(dateTime({ description: 'Time of creation.' })),
    updated_at: nullable(dateTime({ description: 'Time of the last update.' })),
    deleted_at: nullable(dateTime({ description: 'Time of deletion.' })),
    version: versionField,
  },
  { title: 'ProjectResource' },
)
