import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CliError, authError, usageError } from '../errors.ts'
import { readJson, readText, writeJson } from './files.ts'
import { getConfigFolder } from './folders.ts'
import { withLock } from './lock.ts'

/** Saved sign-in of one user in one organization of one server. */
export interface SavedContext {
  url: string
  org_id: string
  org_name: string
  username: string
}

interface Contexts {
  current?: string
  contexts: Record<string, SavedContext>
}

/** Tokens of a context. Stored in their own file, so that the contexts can be printed. */
export interface Credentials {
  access_token: string
  /** Milliseconds since the epoch; undefined for an access token that the user supplied. */
  expires_at?: number
  refresh_token?: string
  client_id?: string
  token_endpoint?: string
  revocation_endpoint?: string
  scope?: string
}

type Env = NodeJS.ProcessEnv

const contextsFile = (env: Env) => join(getConfigFolder(env), 'contexts.json')
const credentialsFile = (env: Env) => join(getConfigFolder(env), 'credentials.json')
/** Lock file for writing contexts and credentials and for refreshing tokens. */
export const getCredentialsLock = (env: Env): string => join(getConfigFolder(env), 'credentials.lock')

export function readContexts(env: Env): Contexts {
  const { current, contexts = {} } = readJson<Partial<Contexts>>(contextsFile(env), {})
  return { contexts, ...(current !== undefined && { current }) }
}

export const readCredentials = (env: Env): Record<string, Credentials> => readJson(credentialsFile(env), {})

/** Writes or, if undefined, removes the credentials of a context. Requires the lock. */
export function writeCredentials(env: Env, name: string, credentials: Credentials | undefined): void {
  const { [name]: _, ...others } = readCredentials(env)
  writeJson(credentialsFile(env), credentials ? { ...others, [name]: credentials } : others)
}

export async function saveContext(
  env: Env,
  name: string,
  context: SavedContext,
  credentials: Credentials,
): Promise<void> {
  await withLock(getCredentialsLock(env), async () => {
    writeCredentials(env, name, credentials)
    const { contexts } = readContexts(env)
    writeJson(contextsFile(env), { current: name, contexts: { ...contexts, [name]: context } })
  })
}

export async function removeContext(env: Env, name: string): Promise<void> {
  await withLock(getCredentialsLock(env), async () => {
    writeCredentials(env, name, undefined)
    const { current, contexts } = readContexts(env)
    const { [name]: _, ...rest } = contexts
    const next = current === name ? Object.keys(rest)[0] : current
    writeJson(contextsFile(env), { ...(next !== undefined && { current: next }), contexts: rest })
  })
}

export async function setCurrentContext(env: Env, name: string): Promise<void> {
  await withLock(getCredentialsLock(env), async () => {
    const { contexts } = readContexts(env)
    if (!Object.hasOwn(contexts, name)) throw unknownContext(name, Object.keys(contexts))
    writeJson(contextsFile(env), { current: name, contexts })
  })
}

/** Settings of the nearest `.svc.json`, in this folder or above. Contains no secrets. */
interface FolderSettings {
  file?: string
  context?: string
  project?: string
}

export function readFolderSettings(from: string): FolderSettings {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, '.svc.json')
    if (existsSync(file)) return readFolder(file)
    if (dirname(folder) === folder) return {}
  }
}

function readFolder(file: string): FolderSettings {
  try {
    const { context, project } = JSON.parse(readText(file) ?? '{}') as Record<string, unknown>
    return {
      file,
      ...(typeof context === 'string' && { context }),
      ...(typeof project === 'string' && { project }),
    }
  } catch (error) {
    if (error instanceof CliError) throw error
    throw usageError(`${file} is not valid JSON. Example: {"context": "harbour", "project": "North quay"}`)
  }
}

/** Returns the context to use: the option, else `SVC_CONTEXT`, else `.svc.json`, else the current one. */
export function resolveContextName(env: Env, flag: string | undefined): string | undefined {
  const name = flag ?? env.SVC_CONTEXT ?? readFolderSettings(process.cwd()).context
  const { current, contexts } = readContexts(env)
  if (name === undefined) return current
  if (!Object.hasOwn(contexts, name)) throw unknownContext(name, Object.keys(contexts))
  return name
}

function unknownContext(name: string, known: string[]): CliError {
  const hint = known.length > 0 ? `Contexts: ${known.join(', ')}.` : 'To create one, sign in: svc login'
  return authError(`Unknown context ${JSON.stringify(name)}. ${hint}`)
}
