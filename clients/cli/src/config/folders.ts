import { homedir } from 'node:os'
import { join } from 'node:path'

type Env = NodeJS.ProcessEnv

/** Where sign-ins are kept (XDG Base Directory Specification; `%APPDATA%` on Windows). */
export const configFolder = (env: Env): string =>
  join(env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || inHome(env, '.config'), 'svc')

/** Where it is kept what was done, for `svc undo`. */
export const stateFolder = (env: Env): string =>
  join(
    env.XDG_STATE_HOME || (process.platform === 'win32' && env.LOCALAPPDATA) || inHome(env, '.local/state'),
    'svc',
  )

const inHome = (env: Env, folder: string): string => join(env.HOME || homedir(), folder)
