import { passkeyColumns, type NewPasskey, type PasskeyRow } from '../../../auth/accounts/passkeys.ts'
import type { AccountForSignIn } from '../../../auth/accounts/queries.ts'
import type { Context } from '../../../core/context.ts'
import { sql, buildUpdatedAt } from '../../../db/sql.ts'
import { selectPage, type ListSpec, type PageRequest } from '../../../http/pagination/pagination.ts'

export interface PasskeyTarget {
  account: AccountForSignIn
  passkey: PasskeyRow
}

export const passkeySorts: ListSpec = {
  sorts: {},
  defaultOrder: [{ sql: 'c.created_at', type: 'timestamptz' }],
  id: { sql: 'c.credential_id', type: 'text' },
  unsortable: true,
}

export const selectPasskeyPage = (ctx: Context, page: PageRequest, accountId: string): Promise<PasskeyRow[]> =>
  selectPage<PasskeyRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<PasskeyRow>`
      select ${passkeyColumns}, ${columns} from account_credentials c
      where c.account_id = ${accountId} and c.kind = 'passkey' and ${where} ${order} ${limit}`,
  )

/** Inserts a passkey; undefined if the account has it. */
export async function insertPasskey(
  ctx: Context,
  accountId: string,
  { credential_id, secret, counter, transports, name }: NewPasskey & { name: string },
): Promise<PasskeyRow | undefined> {
  const [row] = await ctx.db.query(sql<PasskeyRow>`
    insert into account_credentials as c (account_id, credential_id, kind, secret, counter, transports, name,
      confirmed_at, created_at, updated_at)
    values (${accountId}, ${credential_id}, 'passkey', ${secret}, ${counter}, ${transports}, ${name}, ${ctx.now},
      ${ctx.now}, ${ctx.now})
    on conflict do nothing returning ${passkeyColumns}`)
  return row
}

export async function savePasskeyName(
  ctx: Context,
  { account_id, credential_id }: PasskeyRow,
  name: string,
): Promise<PasskeyRow> {
  const [row] = await ctx.db.query(sql<PasskeyRow>`
    update account_credentials c set name = ${name}, version = c.version + 1,
      updated_at = ${buildUpdatedAt(ctx.now, 'c.updated_at')}
    where c.account_id = ${account_id} and c.credential_id = ${credential_id} returning ${passkeyColumns}`)
  return row!
}

export const deletePasskeyRow = (ctx: Context, { account_id, credential_id }: PasskeyRow): Promise<unknown> =>
  ctx.db.query(sql`
    delete from account_credentials where account_id = ${account_id} and credential_id = ${credential_id}`)
