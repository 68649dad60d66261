import type { Field } from '@svc/sdk'
import type { TaskContainer } from '../views/view-query.ts'
import { getFields, listProjectFields } from './fields.ts'

/** Returns the active fields that tasks of a list can have. */
export const listContainerFields = (container: TaskContainer): readonly Field[] =>
  container.kind === 'project' ? listProjectFields(container.id) : (getFields()?.active ?? [])
