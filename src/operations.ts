import type { AnyOperation } from './http/operation.ts'
import { peopleOperations } from './people-operations.ts'
import { planningOperations } from './planning-operations.ts'
import { platformOperations } from './platform-operations.ts'
import { projectOperations, viewOperations } from './work-operations.ts'

/** All operations of the API, in the order of the document. */
export const operations: readonly AnyOperation[] = [
  ...peopleOperations,
  ...projectOperations,
  ...planningOperations,
  ...viewOperations,
  ...platformOperations,
]
