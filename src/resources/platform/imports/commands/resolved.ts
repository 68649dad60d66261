import type { NumberedRow } from '@svc/import/archive'
import type { ExternalRef } from '../../../work/external-refs/queries.ts'
import type { ImportedUser } from './people.ts'
import type { ResolvedPlan } from './plans.ts'

export type TaskRows = readonly NumberedRow<'tasks'>[]

export const REASON_FOR_PLAN = 'has not been imported, or its team is not that of the project'

export const compactIds = (values: readonly (string | null | undefined)[]) => [
  ...new Set(values.filter((value): value is string => typeof value === 'string')),
]

/** Resources of this organization by the ids of the source that a batch of tasks names. */
export interface Resolved {
  projects: Map<string, ExternalRef>
  sections: Map<string, ExternalRef>
  /** Sections of teams; empty unless the import may write them. */
  teamSections: Map<string, ExternalRef>
  goals: Map<string, ExternalRef>
  /** Ids of goals and sections in another project than the one that the request names. */
  foreignGoals: ReadonlySet<string>
  foreignSections: ReadonlySet<string>
  users: Map<string, ImportedUser>
  sprints: Map<string, ResolvedPlan>
  milestones: Map<string, ResolvedPlan>
}
