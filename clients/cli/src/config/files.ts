import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  openSync,
  closeSync,
  fsyncSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { CliError } from '../errors.ts'

/** What a file of ours holds; `empty` when there is none yet. */
export function readJson<T>(file: string, empty: T): T {
  const text = readText(file)
  if (text === undefined) return empty
  try {
    return JSON.parse(text) as T
  } catch {
    throw new CliError(`${file} is damaged: mend it, or remove it and sign in again (svc login)`)
  }
}

/** The text of a file; undefined when there is none. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CliError(`${file} can't be read: ${(error as Error).message}`)
  }
}

/** Writes a file that its owner alone can read: all of it or none, also where the machine stops meanwhile. */
export function writeJson(file: string, value: unknown): void {
  const aside = `${file}.${randomUUID()}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const handle = openSync(aside, 'wx', 0o600)
    try {
      writeSync(handle, `${JSON.stringify(value, null, 2)}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(aside, file)
  } catch (error) {
    rmSync(aside, { force: true })
    throw new CliError(`${file} can't be written: ${(error as Error).message}`)
  }
}
