import { BYTE_ORDER_MARK, toCsvLine } from '../../../../core/csv.ts'
import { pickProperties } from '../../../../core/resource-fields.ts'
import type { AccessHash } from './access-hash.ts'
import { reviewMemberFields, reviewTokenFields } from './schema.ts'
import { hasListedToken, type AccessReviewRow } from './queries.ts'

type Batches = AsyncIterable<AccessReviewRow[]>

const presentToken = (row: AccessReviewRow) =>
  pickProperties({ properties: reviewTokenFields }, { ...row, name: row.token_name, kind: row.token_kind })

const presentReviewMember = (row: AccessReviewRow) => pickProperties({ properties: reviewMemberFields }, row)

export async function* streamAccessReviewJson(batches: Batches, access: AccessHash): AsyncGenerator<string> {
  let text = '"members":['
  let attached = true
  /** ID of the member whose array of tokens is open. */
  let openMember = ''
  let comma = ''
  for await (const rows of batches) {
    for (const row of rows) {
      access.add(row)
      if (attached && !row.attached) {
        text += `${openMember && ']}'}],"unattached_tokens":[`
        attached = false
        comma = ''
      } else if (attached && row.user_id !== openMember) {
        text += `${openMember && ']},'}${JSON.stringify(presentReviewMember(row)).slice(0, -1)},"tokens":[`
        openMember = row.user_id
        comma = ''
      }
      if (!hasListedToken(row)) continue
      const token = attached ? presentToken(row) : { ...presentToken(row), principal_user_id: row.user_id }
      text += `${comma}${JSON.stringify(token)}`
      comma = ','
    }
    yield text
    text = ''
  }
  yield `${text}${attached ? `${openMember && ']}'}],"unattached_tokens":[` : ''}],"access_hash":"${access.finish().access_hash}"}`
}

export const accessReviewColumns = [
  'user_id',
  'username',
  'email',
  'kind',
  'role',
  'designation',
  'last_active_at',
  'token_id',
  'token_name',
  'token_prefix',
  'token_kind',
  'grant_type',
  'scopes',
  'project_ids',
  'expires_at',
  'last_used_at',
] as const

const tokenColumns = accessReviewColumns.slice(7)

/** Yields a line for each token and each member without tokens; for unattached tokens only the ID of the principal. */
export async function* streamAccessReviewCsv(batches: Batches): AsyncGenerator<string> {
  let text = BYTE_ORDER_MARK + toCsvLine(accessReviewColumns)
  /** Member without tokens so far: its line is written once no token follows. */
  let pending: AccessReviewRow | undefined
  let latest: string | undefined
  const flushPending = () => {
    const row = pending
    pending = undefined
    return row ? toCsvLine(accessReviewColumns.map((name) => (tokenColumns.includes(name) ? null : row[name]))) : ''
  }
  for await (const rows of batches) {
    for (const row of rows) {
      if (row.user_id !== latest || !row.attached) {
        text += flushPending()
        latest = row.user_id
        if (row.attached) pending = row
      }
      if (!hasListedToken(row)) continue
      pending = undefined
      const toCell = (name: (typeof accessReviewColumns)[number]) =>
        row.attached || name === 'user_id' || tokenColumns.includes(name) ? row[name] : null
      text += toCsvLine(accessReviewColumns.map(toCell))
    }
    yield text
    text = ''
  }
  yield text + flushPending()
}
