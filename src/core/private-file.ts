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
import { ConfigError } from './config/config.ts'

/** Creates the data folder for its owner only. Throws `ConfigError` if it cannot be created or written to. */
export function ensureDataDir(dataDir: string): void {
  const createError = (reason: string) => new ConfigError('DATA_DIR', `${dataDir} ${reason}`)
  try {
    createPrivateFolder(dataDir)
  } catch (error) {
    throw createError(`cannot be created (${(error as Error).message})`)
  }
  if (!statSync(dataDir).isDirectory()) throw createError('is a file: it must be a folder')
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw createError(`cannot be written to (${(error as Error).message})`)
  }
}

/** Creates a folder and its parents one by one: below `/proc`, Node's own recursion never ends. */
export function createPrivateFolder(folder: string): void {
  if (existsSync(folder)) return
  createPrivateFolder(path.dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Returns the text of a secret file, created with mode 0600. Of several processes, all read the same text. */
export function readOrCreatePrivateFile(dataDir: string, name: string, createText: () => string): string {
  ensureDataDir(dataDir)
  const file = path.join(dataDir, name)
  try {
    const text = readIfExists(file) ?? createAtomically(file, createText())
    const mode = statSync(file).mode & 0o777
    if (process.platform === 'win32' || (mode & 0o077) === 0) return text
    throw new ConfigError('DATA_DIR', `${file} is readable by others (mode ${mode.toString(8)}): run chmod 600 on it`)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError('DATA_DIR', `${file} cannot be read or written (${(error as Error).message})`)
  }
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function createAtomically(file: string, text: string): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // A hard link appears atomically and never replaces the file of a faster process.
    linkSync(draft, file)
    return text
  } catch (error) {
    // Falls back to a copy on file systems without hard links.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8')
    copyFileSync(draft, file, constants.COPYFILE_EXCL)
    return text
  } finally {
    rmSync(draft)
  }
}
