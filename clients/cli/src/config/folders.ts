import { homedir } from 'node:os'
import { join } from 'node:path'

type Env = NodeJS.ProcessEnv

/** Returns the folder of contexts and credentials (XDG Base Directory Specification; `%APPDATA%` on Windows). */
export const getConfigFolder = (env: Env): string =>
  join(env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || resolveHome(env, '.config'), 'svc')

export const getStateFolder = (env: Env): string =>
  join(
    env.XDG_STATE_HOME || (process.platform === 'win32' && env.LOCALAPPDATA) || resolveHome(env, '.local/state'),
    'svc',
  )

const resolveHome = (env: Env, folder: string): string => join(env.HOME || homedir(), folder)
