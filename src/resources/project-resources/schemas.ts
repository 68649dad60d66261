import {
  bool,
  dateTime,
  ignored,
  nullable,
  nullables,
  object,
  older,
  partial,
  text,
  version,
  type Static,
} from '../../kernel/schema.ts'

const name = text({ min: 1, max: 200, visible: true })
const address = text({ max: 2000, description: 'An http or https address.' })
const type = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'What kind of thing it is, in a word of your own; the list can be filtered by it.',
})
const isActive = bool({ description: 'false deletes it.' })
const reason = text({ max: 2000, description: 'Kept with `is_active: false`.' })
const sentAlong = ignored({ created_by: text(), updated_by: text() })

export const resourceCreate = object(
  {
    project_id: text({ description: 'The project, the same as in the query.' }),
    project_name: older(text(), "Accepted and ignored: the project's own name is answered."),
    resource_name: name,
    ...nullables({
      resource_url: address,
      resource_type: type,
      storage_path: text({
        max: 2000,
        description: 'Where you keep it, in words of your own: given back as sent, and not used here.',
      }),
      is_active: isActive,
      delete_reason: reason,
      ...sentAlong,
    }),
  },
  { title: 'ProjectResourceCreate' },
)
/** The body that puts a link into a project. */
export type ResourceCreate = Static<typeof resourceCreate>

/** The fields of the form beside the file. */
export const resourceUpload = object(
  {
    ...nullables({
      project_id: text({ description: 'The project, the same as in the query.' }),
      project_name: older(text(), 'Accepted and ignored.'),
      title: text({
        min: 1,
        max: 200,
        visible: true,
        description: 'Its name; by default that of the file.',
      }),
    }),
  },
  { title: 'ProjectResourceUpload' },
)

export const resourceUpdate = partial(
  {
    project_id: older(text(), 'The project it lies in; a resource stays where it is.'),
    project_name: older(text(), 'Accepted and ignored.'),
    resource_name: name,
    resource_url: text({
      max: 2000,
      description: 'An http or https address. That of a file is not changed.',
    }),
    resource_type: type,
    is_active: isActive,
    delete_reason: reason,
    ...sentAlong,
  },
  { title: 'ProjectResourceUpdate', clears: ['resource_url', 'resource_type'] },
)
/** The body that changes a resource. */
export type ResourceUpdate = Static<typeof resourceUpdate>

export const resource = object(
  {
    resource_id: text(),
    project_id: text(),
    project_name: text(),
    resource_name: text(),
    resource_url: nullable(text({ description: 'Where a link leads, or where the bytes of a file are.' })),
    resource_type: nullable(text()),
    storage_path: nullable(
      text({
        description: 'As sent with a link; null for a file, since where that lies is up to the server.',
      }),
    ),
    is_active: nullable(bool()),
    created_by: nullable(text()),
    updated_by: nullable(text()),
    delete_reason: nullable(text()),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    deleted_at: nullable(dateTime()),
    version,
  },
  { title: 'ProjectResource' },
)

/** The project a resource is in, or is put into. */
export const inProject = object({ project_id: text({ description: 'The project.' }) })
