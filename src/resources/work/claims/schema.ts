import * as s from '../../../core/schema.ts'
import { taskSorts } from '../tasks/queries/list.ts'
import { taskUpdate } from '../tasks/schema.ts'

const MIN_CLAIM_SECONDS = 60
const MAX_CLAIM_SECONDS = 86_400
export const DEFAULT_CLAIM_SECONDS = 900

/** Attributes that a claim can change, and that the service can restore by itself because they refer to no container. */
const { status, priority, assignee, tags, start_date, due_date } = taskUpdate.properties
export const claimChanges = s.namedObject(
  'TaskClaimChanges',
  { status, priority, assignee, tags, start_date, due_date },
  { additionalProperties: false },
)
export type ClaimChanges = s.Static<typeof claimChanges>

export const claimParams = { task_id: 'ID of the task.' }

const seconds = s.optional(
  s.int({
    minimum: MIN_CLAIM_SECONDS,
    maximum: MAX_CLAIM_SECONDS,
    description: `Seconds until the claim ends; ${DEFAULT_CLAIM_SECONDS} by default.`,
  }),
)
const note = s.text({
  max: 500,
  description: 'Note of the worker, such as what it is doing. Plain text, visible to everyone who can read the task.',
})
const set = s.optional({
  ...claimChanges,
  description:
    'Changes of the task, made with the claim. If the claim expires, each is reverted unless the attribute was changed ' +
    'again in the meantime.',
})

const claimFields = { seconds, set, ...s.optionalNullables({ note }) }

export const claimCreateSchema = s.namedObject('TaskClaimCreate', claimFields)
export type ClaimCreate = s.Static<typeof claimCreateSchema>

export const claimNextSchema = s.namedObject('TaskClaimNext', {
  org_id: s.orgIdField,
  query: s.optional(
    s.rawSchema<Record<string, string | string[]>>({
      type: 'object',
      maxProperties: 50,
      additionalProperties: {
        type: ['string', 'array'],
        maxLength: 2000,
        maxItems: 200,
        items: { type: 'string', maxLength: 2000 },
      },
      description:
        'Which tasks to choose from: parameters of the task list by name, as in a saved view. Filters can be written ' +
        'without `filter[]`.',
    }),
  ),
  sort_by: s.optional(
    s.rawSchema<string>({
      type: 'string',
      anyOf: [
        s.stringEnum(Object.keys(taskSorts.sorts), { title: 'TasksListSort' }),
        { type: 'string', format: 'custom-field' },
      ],
      description:
        'Order in which tasks are claimed, as in the task list; by default that of `query`, else by priority, oldest first.',
    }),
  ),
  ...claimFields,
})
export type ClaimNext = s.Static<typeof claimNextSchema>

const generation = s.int({ minimum: 1, description: '`claim.generation` of the response to the claim.' })

export const claimRenewSchema = s.namedObject('TaskClaimRenew', {
  generation,
  seconds,
  ...s.optionalNullables({ note }),
})

export const claimReleaseSchema = s.namedObject('TaskClaimRelease', {
  generation: s.optional(generation),
  force: s.optional(
    s.bool("Ends the claim of any user. Requires: owner of the task's project, or organization admin."),
  ),
  set: s.optional({
    ...taskUpdate,
    description:
      'Changes of the task, made with the release. Without `set`, what the claim changed is reverted where it was not ' +
      'changed since.',
  }),
})
export type ClaimRelease = s.Static<typeof claimReleaseSchema>
