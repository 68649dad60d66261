import {
  credentialsLock,
  readContexts,
  readCredentials,
  removeContext,
  useContext,
} from '../config/contexts.ts'
import { withLock } from '../config/lock.ts'
import type { CommonFlags, Context } from '../context.ts'
import { postForm } from '../login/endpoints.ts'
import { printDone, printRows, type ListFlags } from '../output/rows.ts'
import { contextToEnd } from './login.ts'

/** Ends the connection at the server, then forgets it here. Without an answer it is forgotten all the same. */
export async function logout(context: Context, flags: CommonFlags): Promise<void> {
  const name = contextToEnd(context, flags)
  const revoked = await revoke(context, name)
  await removeContext(context.env, name)
  if (!revoked) context.note('The server could not be told: end the connection among your connected apps.')
  printDone(context, { context: name, revoked }, `Signed out of ${name}`, flags)
}

async function revoke({ env }: Context, name: string): Promise<boolean> {
  // Under the lock, so that no other process renews meanwhile and the token that is ended is the latest.
  return withLock(credentialsLock(env), async () => {
    const { refresh_token, revocation_endpoint, client_id } = readCredentials(env)[name] ?? {}
    // A token that the person brought may be in use elsewhere; it stays theirs.
    if (!refresh_token || !revocation_endpoint || !client_id) return true
    const form = { token: refresh_token, token_type_hint: 'refresh_token', client_id }
    const answer = await postForm(revocation_endpoint, form).catch(() => undefined)
    return answer?.status === 200
  })
}

/** The saved sign-ins. */
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
      none: 'You are not signed in anywhere: svc login',
      columns: [
        { name: 'current', heading: '', cell: (row) => (row.current ? '*' : '') },
        { name: 'name', heading: 'NAME', cell: (row) => row.name },
        { name: 'org_name', heading: 'ORGANIZATION', cell: (row) => row.org_name },
        { name: 'username', heading: 'PERSON', cell: (row) => row.username },
        { name: 'url', heading: 'SERVER', cell: (row) => row.url },
      ],
    },
    flags,
  )
}

/** Makes a saved sign-in the current one. */
export async function switchContext(context: Context, flags: CommonFlags, name: string): Promise<void> {
  await useContext(context.env, name)
  const { org_name, username } = readContexts(context.env).contexts[name]!
  printDone(context, { context: name }, `Now in ${org_name} as ${username}`, flags)
}
