import { compileSchema, requireValidBody, type SchemaValidator } from '../../../../http/validate.ts'
import { goalCreate } from '../../../planning/goals/schema.ts'
import { milestoneCreate } from '../../../planning/milestones/schema.ts'
import { sprintCreate } from '../../../planning/sprints/schema.ts'
import { teamCreate } from '../../../planning/teams/schema.ts'
import { fieldCreate } from '../../../work/fields/schema.ts'
import { projectCreateSchema } from '../../../work/projects/schema.ts'
import { sectionCreateSchema } from '../../../work/sections/schema.ts'
import { viewCreateSchema } from '../../../work/views/schema.ts'

const schemas = {
  teams: teamCreate,
  projects: projectCreateSchema,
  sections: sectionCreateSchema,
  fields: fieldCreate,
  goals: goalCreate,
  milestones: milestoneCreate,
  sprints: sprintCreate,
  views: viewCreateSchema,
}
type CheckedKind = keyof typeof schemas
export type ContainerKind = Exclude<CheckedKind, 'views'>
const checks = new Map<CheckedKind, SchemaValidator>()

export interface MadeContainer {
  id: string
  /** It was there before the import. */
  existing: boolean
  /** Version that an undo compares, of what can be changed without being in use. */
  version?: number
}

function getCheck(kind: CheckedKind): SchemaValidator {
  let check = checks.get(kind)
  if (!check) checks.set(kind, (check = compileSchema(schemas[kind])))
  return check
}

/** Throws the problem with which the API would refuse the body. */
export const requireValidContainer = (kind: CheckedKind, body: object): void => requireValidBody(getCheck(kind), body)

/** Returns whether the API would accept the body. */
export const isValidContainer = (kind: CheckedKind, body: object): boolean => getCheck(kind)(body)

export const cutText = (text: string, max: number): string => [...text.trim()].slice(0, max).join('')
