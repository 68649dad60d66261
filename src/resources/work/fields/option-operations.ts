import { defineOperation } from '../../../http/operation.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { archiveOption, rejectPendingValueChange, saveFieldOptions } from './commands.ts'
import { fieldUpdatedEvent } from './events.ts'
import { hasOptions } from './kinds.ts'
import { fieldManagers } from './operations.ts'
import { loadFieldForUpdate } from './policy.ts'
import { respondWithOptions } from './presenter.ts'
import { addOption, applyOptionUpdate } from './rules.ts'
import { fieldOptionsSchema, fieldParams, optionCreateBody, optionParams, optionUpdate } from './schema.ts'

const path = '/v1/fields/{field_id}/options/{option}'

/** Returns the locked field with the option in the path. Throws 404 or 403. */
async function loadOption(call: Parameters<typeof loadFieldForUpdate>[0] & { params: { option: string } }) {
  const target = await loadFieldForUpdate(call)
  if (!target.field.options.some((one) => one.option === call.params.option)) throw notFound()
  return target
}

export const createFieldOptionOperation = defineOperation({
  id: 'fields.create_option',
  method: 'POST',
  path: '/v1/fields/{field_id}/options',
  summary: 'Create an option',
  description: `Adds an option to a field of the type \`select\` or \`multi_select\`, at most 100. ${fieldManagers}`,
  scope: 'projects:write',
  params: fieldParams,
  body: optionCreateBody,
  reply: { status: 201, schema: fieldOptionsSchema, created: '/v1/fields/{field_id}' },
  problems: { 409: 'Another option has the key, or the field has 100 options.', 422: 'The type has no options.' },
  emits: fieldUpdatedEvent,
  example: { body: { label: 'Critical', color: 'red', position: 1 } },
  authorize: loadFieldForUpdate,
  async handle({ ctx, target: { visibility, field }, body }) {
    if (!hasOptions(field.type))
      throw invalid(['body'], 'Only fields of the types `select` and `multi_select` have options.')
    return respondWithOptions(visibility, await saveFieldOptions(ctx, field, addOption(field.options, body)))
  },
})

export const updateFieldOptionOperation = defineOperation({
  id: 'fields.update_option',
  method: 'PATCH',
  path,
  summary: 'Update an option',
  description: `Updates an option; omitted attributes keep their value. ${fieldManagers}`,
  scope: 'projects:write',
  params: optionParams,
  body: optionUpdate,
  reply: { status: 200, schema: fieldOptionsSchema },
  problems: { 409: 'The field has 100 options, or the option is being replaced.' },
  emits: fieldUpdatedEvent,
  example: { body: { label: 'Urgent' } },
  authorize: loadOption,
  async handle({ ctx, target: { visibility, field }, params, body }) {
    if (body.is_active === true) await rejectPendingValueChange(ctx, field, params.option)
    const options = applyOptionUpdate(field.options, params.option, body)
    return respondWithOptions(visibility, await saveFieldOptions(ctx, field, options))
  },
})

export const deleteFieldOptionOperation = defineOperation({
  id: 'fields.delete_option',
  method: 'DELETE',
  path,
  summary: 'Archive an option',
  description: `Archives an option: tasks keep it, and it can no longer be chosen. Restore it with PATCH. With \`replace_by\`, tasks get another option instead, within minutes. ${fieldManagers}`,
  scope: 'projects:write',
  params: optionParams,
  query: s.object({
    replace_by: s.optional(s.text('Key of the active option that tasks get instead.')),
  }),
  reply: { status: 200, schema: fieldOptionsSchema },
  emits: fieldUpdatedEvent,
  authorize: loadOption,
  async handle({ ctx, target: { visibility, field }, params, query }) {
    return respondWithOptions(visibility, await archiveOption(ctx, field, params.option, query.replace_by))
  },
})
