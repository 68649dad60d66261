import { spawn } from 'node:child_process'

/** Whether a browser that is opened here would be seen by who sits at the terminal. */
export function hasDisplay(env: NodeJS.ProcessEnv): boolean {
  if (env.SSH_CONNECTION || env.SSH_TTY) return false
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(env.BROWSER || env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Opens an address in the browser, if there is one; its address was printed before. */
export function openBrowser(env: NodeJS.ProcessEnv, url: string): void {
  const [program, ...args] = opener(env, url)
  const child = spawn(program!, args, { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

function opener({ BROWSER }: NodeJS.ProcessEnv, url: string): string[] {
  if (BROWSER) return [BROWSER, url]
  if (process.platform === 'darwin') return ['open', url]
  // No shell reads the address: `start` would take the & in it for the end of a command.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return ['xdg-open', url]
}
