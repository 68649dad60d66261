import { spawn } from 'node:child_process'

/** Returns whether the user can see a browser opened by this process; false over SSH. */
export function hasDisplay(env: NodeJS.ProcessEnv): boolean {
  if (env.SSH_CONNECTION || env.SSH_TTY) return false
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(env.BROWSER || env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Opens a URL in the browser. Ignores failures, since callers print the URL too. */
export function openBrowser(env: NodeJS.ProcessEnv, url: string): void {
  const [program, ...args] = buildCommand(env, url)
  const child = spawn(program!, args, { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

function buildCommand({ BROWSER }: NodeJS.ProcessEnv, url: string): string[] {
  if (BROWSER) return [BROWSER, url]
  if (process.platform === 'darwin') return ['open', url]
  // `start` needs a shell, which would interpret the & in the URL.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return ['xdg-open', url]
}
