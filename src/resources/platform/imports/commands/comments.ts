import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import {
  importComments,
  loadCommentPlaces,
  MAX_REPLY_DEPTH,
  type CommentDraft,
  type CommentPlace,
} from '../../../work/comments/import.ts'
import { loadExternalRefs, saveExternalRefs, type ExternalRef } from '../../../work/external-refs/queries.ts'
import { computeFingerprint } from '../sync-rules.ts'
import { loadImportedUsers, newRef, type ImportedUser } from './people.ts'
import { loadReachableTasks, reportUnreachable, type ReachableTasks } from './reachable.ts'
import { toPastTime, type ImportRun } from './run.ts'
import { cutContent, syncKnownComments } from './sync-comments.ts'

type CommentRows = readonly NumberedRow<'comments'>[]

/** Creates the comments of a batch that are not there yet, and updates the others; a reply whose parent is missing begins a thread. */
export async function importCommentBatch(run: ImportRun, ctx: Context, rows: CommentRows): Promise<void> {
  const { orgId, source } = run
  const load = (type: string, ids: string[]) => loadExternalRefs(ctx, orgId, type, source, ids)
  const ids = rows.flatMap(({ row }) => [row.id, ...(row.parent ? [row.parent] : [])])
  const known = await load('comment', ids)
  const added = rows.filter(({ row }) => !known.has(row.id) && !row.deleted_at && row.content.trim() !== '')
  const former = rows.filter(({ row }) => known.has(row.id))
  const taskIds = added.map(({ row }) => row.task)
  const tasks = await load('task', taskIds)
  const people = added.flatMap(({ row }) => [row.author, ...(row.mentions ?? [])])
  const users = await loadImportedUsers(run, ctx, people)
  const places = await loadPlaces(ctx, orgId, known)
  const named = [...tasks.values()].map((ref) => ref.resource_id)
  const commented = [...places.values()].map((place) => place.task_id)
  const reachable = await loadReachableTasks(ctx, run.row, [...named, ...commented], 'read')
  const builder = { run, ctx, users, places }
  const drafts: CommentDraft[] = []
  const refs: ExternalRef[] = await syncKnownComments(run, ctx, former, known, (id) =>
    reachable.has(places.get(id)?.task_id ?? ''),
  )
  for (const numbered of added) {
    const task_id = findTaskId(run, numbered, tasks, reachable)
    if (task_id === null) continue
    const draft = buildComment(builder, numbered, task_id)
    drafts.push(draft)
    builder.places.set(numbered.row.id, draft)
    run.count('comments', 'created')
    const ref = { ...newRef('comment', source, numbered.row.id), resource_id: draft.comment_id, resource_version: 1 }
    refs.push({ ...ref, fingerprint: computeFingerprint(numbered.row), import_id: run.row.import_id })
  }
  await importComments(ctx, orgId, drafts)
  await saveExternalRefs(ctx, orgId, refs)
}

/** Returns the task of a new comment; reports one that has not been imported, or is not reachable. */
function findTaskId(
  run: ImportRun,
  numbered: NumberedRow<'comments'>,
  tasks: ReadonlyMap<string, ExternalRef>,
  reachable: ReachableTasks,
): string | null {
  const task_id = tasks.get(numbered.row.task)?.resource_id
  if (task_id !== undefined && reachable.has(task_id)) return task_id
  if (task_id === undefined) run.report('skipped', 'comments', numbered, 'its task has not been imported')
  else reportUnreachable(run, 'comments', numbered)
  return null
}

/** Loads the threads of known comments, by their ids in the source. */
async function loadPlaces(ctx: Context, orgId: string, known: ReadonlyMap<string, ExternalRef>) {
  const ids = [...known.values()].map((ref) => ref.resource_id)
  const stored = new Map((await loadCommentPlaces(ctx, orgId, ids)).map((one) => [one.comment_id, one]))
  const places = new Map<string, CommentPlace>()
  for (const [id, ref] of known) {
    const place = stored.get(ref.resource_id)
    if (place) places.set(id, place)
  }
  return places
}

interface CommentBuilder {
  run: ImportRun
  ctx: Context
  places: Map<string, CommentPlace>
  users: ReadonlyMap<string, ImportedUser>
}

function buildComment(
  { run, ctx, places, users }: CommentBuilder,
  numbered: NumberedRow<'comments'>,
  task_id: string,
): CommentDraft {
  const { row } = numbered
  const change = (reason: string, field: string, value: unknown) =>
    run.report('changed', 'comments', numbered, reason, field, value)
  const parent = row.parent ? places.get(row.parent) : undefined
  const replies = parent !== undefined && parent.task_id === task_id && parent.depth < MAX_REPLY_DEPTH
  if (row.parent && !replies) change('begins a thread, since it cannot reply to its parent', 'parent', row.parent)
  const content = cutContent(run, numbered)
  const author = (row.author && users.get(row.author)) || ctx.user
  const created_at = toPastTime(ctx, row.created_at ?? ctx.now)
  const thread = replies
    ? { root_id: parent.root_id ?? parent.comment_id, parent_id: parent.comment_id, depth: parent.depth + 1 }
    : { root_id: null, parent_id: null, depth: 0 }
  const authorship = { author_id: author.user_id, created_by: author.username }
  const changed_at = toPastTime(ctx, row.updated_at ?? created_at)
  const updated_at = changed_at < created_at ? created_at : changed_at
  const mentioned = (row.mentions ?? []).map((id) => users.get(id))
  const mentions = [...new Set(mentioned.flatMap((user) => (user?.is_member ? user.user_id : [])))]
  if (mentioned.some((user) => !user?.is_member))
    change('people who are no members are not mentioned', 'mentions', row.mentions)
  return { comment_id: ctx.newId('C'), task_id, ...thread, content, mentions, ...authorship, created_at, updated_at }
}
