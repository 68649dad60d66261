import type { ImportRow } from './queries.ts'
import type { PlaceholderRow } from './queries/placeholders.ts'
import { canUndo } from './rules.ts'

/** Returns the progress of the writing, of which an undo has none. */
const presentProgress = ({ phase, state }: ImportRow) => {
  const { step = null, done = 0, total = null } = phase === 'undoing' ? {} : state
  return { step, done, total }
}

export const presentImport = (row: ImportRow, millis: number) => ({
  import_id: row.import_id,
  org_id: row.org_id,
  source: row.source,
  file_name: row.file_name,
  project_id: row.project_id,
  dry_run: row.dry_run,
  phase: row.phase,
  progress: presentProgress(row),
  counts: row.counts,
  notes: row.notes,
  error: row.error,
  reported: row.reported,
  can_undo: canUndo(row, millis),
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  finished_at: row.finished_at,
  version: row.version,
})

export const presentPlaceholder = (row: PlaceholderRow, isAdmin: boolean) => ({
  user_id: row.user_id,
  org_id: row.org_id,
  username: row.username,
  name: row.name,
  email: isAdmin ? row.email : null,
  matched_username: row.into_username,
  created_at: row.created_at,
})
