import { createHash } from 'node:crypto'
import { hasListedToken, type AccessReviewRow } from './queries.ts'

export interface AccessHash {
  add(row: AccessReviewRow): void
  /** Returns the numbers of members and tokens, and the hash (SHA-256, base64url) of the rows. */
  finish(): { members: number; tokens: number; access_hash: string }
}

const listMemberAccess = (row: AccessReviewRow) =>
  row.attached
    ? [row.user_id, row.username, row.email, row.kind, row.role, row.designation, row.sign_in, row.passkeys]
    : [row.user_id]

/** Lists what a token allows. Those of apps are replaced every hour, so what identifies one of them is left out. */
const listTokenAccess = ({ token_name, token_kind, grant_type, scopes, project_ids, ...row }: AccessReviewRow) => [
  token_name,
  token_kind,
  grant_type,
  scopes,
  project_ids,
  ...(grant_type === 'authorization_code' ? [] : [row.token_id, row.expires_at]),
]

/** Hashes the rows of a review, without times of use, which change with every request. */
export function createAccessHash(orgId: string): AccessHash {
  const hash = createHash('sha256').update(orgId)
  const counts = { members: 0, tokens: 0 }
  let latest: string | undefined
  let ofMember: string[] = []
  const flush = () => {
    // Tokens are in the order of their creation, which a replacement changes.
    hash.update(ofMember.toSorted().join('\n'))
    ofMember = []
  }
  return {
    add(row) {
      if (row.user_id !== latest) {
        flush()
        latest = row.user_id
        if (row.attached) counts.members += 1
        hash.update(`\n${JSON.stringify([...listMemberAccess(row), row.has_second_factor])}\n`)
      }
      if (!hasListedToken(row)) return
      counts.tokens += 1
      ofMember.push(JSON.stringify(listTokenAccess(row)))
    },
    finish() {
      flush()
      return { ...counts, access_hash: hash.digest('base64url') }
    },
  }
}
