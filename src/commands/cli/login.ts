import { parseArgs } from 'node:util'
import type { Config } from '../../core/config/config.ts'
import { CommandError } from '../../core/command.ts'
import { signInAsNativeApp } from './sign-in.ts'
import { openRedirectListener, UNUSED_REDIRECT_URI, simulateBrowser } from './redirect-listener.ts'

const LOGIN_USAGE = 'login [--user NAME [--email ADDRESS] [--unverified]]'

/** Prints only the token to stdout. `--user` signs in at the development provider without a browser. */
export async function loginCommand(config: Config, args: string[]): Promise<void> {
  const { user, email, unverified } = readArguments(args)
  const { oidc } = config
  if (!user && (email || unverified)) throw new CommandError('--email and --unverified require --user')
  if (user && !oidc.development) throw new CommandError('--user requires the development provider: unset OIDC_ISSUER')
  if (config.accounts.mode === 'on')
    throw new CommandError(`accounts issue no session tokens: run "svc login ${config.baseUrl}" instead`)
  if (oidc.development) await requireServer(config.baseUrl)
  try {
    const token = user
      ? await signInAsNativeApp(oidc, UNUSED_REDIRECT_URI, simulateBrowser({ user, email, unverified }))
      : await signInWithBrowser(oidc)
    process.stdout.write(`${token}\n`)
  } catch (cause) {
    throw new CommandError(`sign-in failed: ${(cause as Error).message}`, { cause })
  }
}

async function signInWithBrowser(oidc: Config['oidc']): Promise<string> {
  const landing = await openRedirectListener()
  try {
    return await signInAsNativeApp(oidc, landing.redirectUri, (url) => {
      process.stderr.write(`Open this URL in a browser to sign in:\n\n  ${url.href}\n\n`)
      return landing.redirected
    })
  } finally {
    landing.close()
  }
}

function readArguments(args: string[]) {
  try {
    const options = {
      user: { type: 'string' },
      email: { type: 'string' },
      unverified: { type: 'boolean' },
    } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split('. ')[0]}. Usage: ${LOGIN_USAGE}`, {
      cause: error,
    })
  }
}

async function requireServer(baseUrl: string): Promise<void> {
  const probe = `${baseUrl}/dev-idp/.well-known/openid-configuration`
  const response = await fetch(probe, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  await response?.body?.cancel()
  if (!response) throw new CommandError(`no server responds at ${baseUrl}: start one with "npm start", or set BASE_URL`)
  if (!response.ok) throw new CommandError(`the server at ${baseUrl} has no development provider`)
}
