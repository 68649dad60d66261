import {
  getCredentialsLock,
  readContexts,
  readCredentials,
  removeContext,
  setCurrentContext,
} from '../config/contexts.ts'
import { withLock } from '../config/lock.ts'
import type { CommonFlags, Context } from '../context.ts'
import { postForm } from '../login/endpoints.ts'
import { printResult, printRows, type ListFlags } from '../output/rows.ts'
import { requireContextName } from './login.ts'

/** Revokes the refresh token and removes the context, which is removed even if the server is unavailable. */
export async function signOut(context: Context, flags: CommonFlags): Promise<void> {
  const name = requireContextName(context, flags)
  const revoked = await revoke(context, name)
  await removeContext(context.env, name)
  if (!revoked) context.note('The token could not be revoked. Disconnect svc in your connected apps.')
  printResult(context, { context: name, revoked }, `Signed out of ${name}`, flags)
}

async function revoke({ env }: Context, name: string): Promise<boolean> {
  // Locked, so that no other process refreshes the token concurrently.
  return withLock(getCredentialsLock(env), async () => {
    const { refresh_token, revocation_endpoint, client_id } = readCredentials(env)[name] ?? {}
    // An access token that the user supplied may be in use elsewhere, so it is not revoked.
    if (!refresh_token || !revocation_endpoint || !client_id) return true
    const form = { token: refresh_token, token_type_hint: 'refresh_token', client_id }
    const response = await postForm(revocation_endpoint, form).catch(() => undefined)
    return response?.status === 200
  })
}

export function listContexts(context: Context, flags: ListFlags): void {
  const { current, contexts } = readContexts(context.env)
  const rows = Object.entries(contexts).map(([name, saved]) => ({
    name,
    current: name === current,
    ...saved,
  }))
  printRows(
    context,
    rows,
    {
      id: ({ name }) => name,
      emptyMessage: 'No contexts. Sign in: svc login',
      columns: [
        { name: 'current', heading: '', cell: (row) => (row.current ? '*' : '') },
        { name: 'name', heading: 'NAME', cell: (row) => row.name },
        { name: 'org_name', heading: 'ORGANIZATION', cell: (row) => row.org_name },
        { name: 'username', heading: 'USER', cell: (row) => row.username },
        { name: 'url', heading: 'SERVER', cell: (row) => row.url },
      ],
    },
    flags,
  )
}

export async function switchContext(context: Context, flags: CommonFlags, name: string): Promise<void> {
  await setCurrentContext(context.env, name)
  const { org_name, username } = readContexts(context.env).contexts[name]!
  printResult(context, { context: name }, `Now in ${org_name} as ${username}`, flags)
}
