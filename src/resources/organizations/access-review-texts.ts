import { byteOrderMark, csvLine } from '../../kernel/values/csv.ts'
import { showsToken, type ReviewRow } from './access-review-rows.ts'

type Portions = AsyncIterable<ReviewRow[]>

const tokenOf = (row: ReviewRow) => ({
  token_id: row.token_id,
  name: row.token_name,
  token_prefix: row.token_prefix,
  kind: row.token_kind,
  grant_type: row.grant_type,
  scopes: row.scopes,
  project_ids: row.project_ids,
  expires_at: row.expires_at,
  last_used_at: row.last_used_at,
})

const memberOf = (row: ReviewRow) => ({
  user_id: row.user_id,
  username: row.username,
  email: row.email,
  kind: row.kind,
  role: row.role,
  designation: row.designation,
  last_active_at: row.last_active_at,
})

/** The rest of the review's JSON, from its list of members on, piece by piece. */
export async function* jsonTexts(portions: Portions): AsyncGenerator<string> {
  let text = '"members":['
  let attached = true
  /** The id of the member whose list of tokens is open. */
  let person = ''
  let comma = ''
  for await (const rows of portions) {
    for (const row of rows) {
      if (attached && !row.attached) {
        text += `${person && ']}'}],"unattached_tokens":[`
        attached = false
        comma = ''
      } else if (attached && row.user_id !== person) {
        text += `${person && ']},'}${JSON.stringify(memberOf(row)).slice(0, -1)},"tokens":[`
        person = row.user_id
        comma = ''
      }
      if (!showsToken(row)) continue
      const token = attached ? tokenOf(row) : { ...tokenOf(row), principal_user_id: row.user_id }
      text += `${comma}${JSON.stringify(token)}`
      comma = ','
    }
    yield text
    text = ''
  }
  yield `${text}${attached ? `${person && ']}'}],"unattached_tokens":[` : ''}]}`
}

export const csvColumns = [
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

const tokenColumns = csvColumns.slice(7)

/** One line a token, one for a member without any; of an unattached token's principal the id alone. */
export async function* csvTexts(portions: Portions): AsyncGenerator<string> {
  let text = byteOrderMark + csvLine(csvColumns)
  /** The member whose line without a token is not written, for a token may follow. */
  let waiting: ReviewRow | undefined
  let latest: string | undefined
  const without = () => {
    const row = waiting
    waiting = undefined
    return row ? csvLine(csvColumns.map((name) => (tokenColumns.includes(name) ? null : row[name]))) : ''
  }
  for await (const rows of portions) {
    for (const row of rows) {
      if (row.user_id !== latest || !row.attached) {
        text += without()
        latest = row.user_id
        if (row.attached) waiting = row
      }
      if (!showsToken(row)) continue
      waiting = undefined
      const shown = (name: (typeof csvColumns)[number]) =>
        row.attached || name === 'user_id' || tokenColumns.includes(name) ? row[name] : null
      text += csvLine(csvColumns.map(shown))
    }
    yield text
    text = ''
  }
  yield text + without()
}
