import { membershipFromQuery } from '../../../core/org-access.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import { notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { isVisibleProject, loadOrgVisibility, loadProjectVisibility } from '../projects/policy.ts'
import { createField, deleteFieldValues, updateField } from './commands.ts'
import { fieldArchivedEvent, fieldRestoredEvent, fieldUpdatedEvent } from './events.ts'
import { authorizeCreate, loadFieldForUpdate, loadReadableField } from './policy.ts'
import { presentField, respondWithField } from './presenter.ts'
import { fieldSorts, selectFieldPage } from './queries.ts'
import { fieldCreate, fieldParams, fieldSchema, fieldUpdate } from './schema.ts'

export const fieldManagers = 'Requires: organization admin, or owner of all projects that the field is limited to.'
const limitProblem = 'The organization has 200 fields or a project has 50.'

export const listFieldsOperation = defineOperation({
  id: 'fields.list',
  method: 'GET',
  path: '/v1/fields',
  summary: 'List custom fields',
  description:
    'Returns the custom fields of an organization that the caller can read: those of the whole organization and those of ' +
    'readable projects, by position.',
  scope: 'projects:read',
  query: s.object({
    org_id: s.orgIdParam,
    project_id: s.optional(s.text('Returns only the fields of tasks in this project.')),
    include_archived: s.optional(s.bool('Includes archived fields.')),
  }),
  list: fieldSorts,
  reply: { status: 200, schema: s.pageSchema(fieldSchema) },
  problems: { 404: 'The project does not exist, or the caller cannot read it.' },
  async authorize({ ctx, query }) {
    if (query.org_id === undefined && query.project_id !== undefined)
      return loadProjectVisibility(ctx, query.project_id)
    const { org_id } = membershipFromQuery(ctx, query)
    if (query.project_id === undefined) return loadOrgVisibility(ctx, org_id)
    const visibility = await loadProjectVisibility(ctx, query.project_id)
    if (visibility.org_id !== org_id || !isVisibleProject(visibility.projects, query.project_id)) throw notFound()
    return visibility
  },
  async handle({ ctx, target: visibility, query, list }) {
    const found = await selectFieldPage(ctx, list, visibility, query)
    return respondWithPage(ctx, list, found, (row) => presentField(visibility, row))
  },
})

export const createFieldOperation = defineOperation({
  id: 'fields.create',
  method: 'POST',
  path: '/v1/fields',
  summary: 'Create a custom field',
  description: `Creates a custom field of tasks, at most 200 in an organization and 50 in a project. ${fieldManagers}`,
  scope: 'projects:write',
  body: fieldCreate,
  reply: { status: 201, schema: fieldSchema, created: '/v1/fields/{field_id}' },
  problems: { 409: `Another field has the key. ${limitProblem}`, 422: 'A setting does not fit the type.' },
  emits: { 'field.created': 'A custom field was created.' },
  example: {
    body: {
      org_id: '01919b3c-0000-7000-8000-000000000001',
      name: 'Severity',
      type: 'select',
      options: [{ label: 'Low' }, { label: 'High', color: 'red' }],
    },
  },
  authorize: authorizeCreate,
  handle: async ({ ctx, target: visibility, body }) =>
    respondWithField(visibility, await createField(ctx, visibility, body)),
})

export const getFieldOperation = defineOperation({
  id: 'fields.read',
  method: 'GET',
  path: '/v1/fields/{field_id}',
  summary: 'Get a custom field',
  description: 'Returns a custom field, active or archived.',
  scope: 'projects:read',
  params: fieldParams,
  reply: { status: 200, schema: fieldSchema },
  authorize: loadReadableField,
  handle: async ({ target: { visibility, field } }) => respondWithField(visibility, field),
})

export const updateFieldOperation = defineOperation({
  id: 'fields.update',
  method: 'PATCH',
  path: '/v1/fields/{field_id}',
  summary: 'Update a custom field',
  description:
    'Updates the attributes in the body; omitted ones keep their value. Key and type never change. A change of ' +
    `\`project_ids\` keeps the values of other projects' tasks, hidden, and does not raise the version. ${fieldManagers}`,
  scope: 'projects:write',
  params: fieldParams,
  body: fieldUpdate,
  reply: { status: 200, schema: fieldSchema },
  problems: { 409: `${limitProblem} Or the values are being deleted.`, 422: 'A setting does not fit the type.' },
  emits: { ...fieldUpdatedEvent, ...fieldArchivedEvent, ...fieldRestoredEvent },
  example: { body: { name: 'Impact' } },
  authorize: loadFieldForUpdate,
  handle: async ({ ctx, target, body }) => respondWithField(target.visibility, await updateField(ctx, target, body)),
})

export const deleteFieldOperation = defineOperation({
  id: 'fields.delete',
  method: 'DELETE',
  path: '/v1/fields/{field_id}',
  summary: 'Archive a custom field',
  description:
    'Archives a custom field: it can no longer be set, and lists omit its values. A PATCH with `is_active` true restores ' +
    'it with its values. With `values=delete`, the values are deleted from all tasks within minutes, for good. ' +
    fieldManagers,
  scope: 'projects:write',
  params: fieldParams,
  query: s.object({
    values: s.optional(
      s.stringEnum(s.namedEnum('FieldValuesOnDelete', ['keep', 'delete']), {
        description: '`delete` deletes the values from all tasks; default: `keep`.',
      }),
    ),
  }),
  reply: { status: 200, schema: fieldSchema },
  emits: fieldArchivedEvent,
  authorize: loadFieldForUpdate,
  async handle({ ctx, target, query }) {
    const archive = query.values === 'delete' ? deleteFieldValues : updateField
    return respondWithField(target.visibility, await archive(ctx, target, { is_active: false }))
  },
})
