import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { ConfigError } from '../config/config.ts'

/** Makes the data folder, for its owner only. Throws `ConfigError` when it cannot be made or written to. */
export function ensureDataDir(dataDir: string): void {
  const refuse = (why: string) => new ConfigError('DATA_DIR', `${dataDir} ${why}`)
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw refuse(`cannot be created (${(error as Error).message})`)
  }
  if (!statSync(dataDir).isDirectory()) throw refuse('is a file, where a folder is needed')
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw refuse(`cannot be written to (${(error as Error).message})`)
  }
}

/** Makes a folder and those above it, step by step: below `/proc`, Node's own recursion never ends. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Gives the text of a secret file in the data folder; `make` writes its first text (mode 0600).
 * Of several processes that find none, one wins and all read its text.
 * Throws `ConfigError` when the file cannot be read or written, or others on the machine can read it.
 */
export function privateFile(dataDir: string, name: string, make: () => string): string {
  ensureDataDir(dataDir)
  const file = path.join(dataDir, name)
  try {
    const text = readIfThere(file) ?? create(file, make())
    const mode = statSync(file).mode & 0o777
    if (process.platform === 'win32' || (mode & 0o077) === 0) return text
    throw new ConfigError(
      'DATA_DIR',
      `${file} can be read by others (mode ${mode.toString(8)}); chmod 600 it`,
    )
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError('DATA_DIR', `${file} cannot be read or written (${(error as Error).message})`)
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function create(file: string, text: string): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // A link appears whole or not at all, and never replaces the file of a faster process.
    linkSync(draft, file)
    return text
  } catch (error) {
    // Some mounted file systems have no links.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8')
    copyFileSync(draft, file, constants.COPYFILE_EXCL)
    return text
  } finally {
    rmSync(draft)
  }
}
