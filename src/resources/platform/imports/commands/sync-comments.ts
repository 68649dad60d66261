import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { loadStoredComments, updateImportedComments, type StoredComment } from '../../../work/comments/import.ts'
import type { ExternalRef } from '../../../work/external-refs/queries.ts'
import { computeFingerprint } from '../sync-rules.ts'
import { reportUnreachable } from './reachable.ts'
import type { ImportRun } from './run.ts'

export const MAX_CONTENT_CHARACTERS = 50_000

/** Returns the text of a comment, cut to the limit, which is reported. */
export function cutContent(run: ImportRun, numbered: NumberedRow<'comments'>): string {
  const text = numbered.row.content
  const content = [...text].slice(0, MAX_CONTENT_CHARACTERS).join('')
  if (content.length < text.length)
    run.report('changed', 'comments', numbered, `was cut to ${MAX_CONTENT_CHARACTERS} characters`, 'content', text)
  return content
}

type CommentRows = readonly NumberedRow<'comments'>[]

/** Updates the texts that have changed at the source only; returns the references to save. */
export async function syncKnownComments(
  run: ImportRun,
  ctx: Context,
  rows: CommentRows,
  refs: ReadonlyMap<string, ExternalRef>,
  isReachable: (id: string) => boolean,
): Promise<ExternalRef[]> {
  const different = rows.filter(({ row }) => refs.get(row.id)!.fingerprint !== computeFingerprint(row))
  run.count('comments', 'unchanged', rows.length - different.length)
  const changed = different.filter(({ row }) => isReachable(row.id))
  for (const numbered of different) if (!changed.includes(numbered)) reportUnreachable(run, 'comments', numbered)
  if (changed.length === 0) return []
  const ids = changed.map(({ row }) => refs.get(row.id)!.resource_id)
  const stored = new Map((await loadStoredComments(ctx, run.orgId, ids)).map((one) => [one.comment_id, one]))
  const updated: Pick<StoredComment, 'comment_id' | 'content'>[] = []
  const saved = changed.flatMap((numbered) => {
    const ref = refs.get(numbered.row.id)!
    const comment = stored.get(ref.resource_id)
    const next = comment && decideComment(run, numbered, ref, comment)
    if (!comment) run.report('skipped', 'comments', numbered, 'was deleted here')
    if (!next) return []
    run.count('comments', next.content === comment.content ? 'unchanged' : 'updated')
    if (next.content !== comment.content) updated.push(next)
    const resource_version = comment.version + (next.content === comment.content ? 0 : 1)
    return [{ ...ref, fingerprint: computeFingerprint(numbered.row), resource_version, import_id: null }]
  })
  await updateImportedComments(ctx, run.orgId, updated)
  return saved
}

/** Returns the text that a comment gets; null if it was changed here and at the source. */
function decideComment(
  run: ImportRun,
  numbered: NumberedRow<'comments'>,
  { resource_version }: ExternalRef,
  { comment_id, content, version }: StoredComment,
) {
  const next = { comment_id, content: numbered.row.deleted_at ? content : cutContent(run, numbered) }
  if (next.content === content || resource_version === version) return next
  run.report(
    'conflict',
    'comments',
    numbered,
    'was changed here and at the source; it stays as it is here',
    'content',
    next.content,
  )
  return null
}
