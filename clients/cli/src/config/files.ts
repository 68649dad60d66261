import { randomUUID } from 'node:crypto'
import { mkdirSync, openSync, closeSync, fsyncSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { CliError } from '../errors.ts'

/** Parses a JSON file; returns `empty` if it does not exist. */
export function readJson<T>(file: string, empty: T): T {
  const text = readText(file)
  if (text === undefined) return empty
  try {
    return JSON.parse(text) as T
  } catch {
    throw new CliError(`${file} is not valid JSON. Repair it, or delete it and sign in again: svc login`)
  }
}

/** Reads a file; undefined if it does not exist. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CliError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

/** Writes a file atomically (fsync and rename), readable by its owner only. */
export function writeJson(file: string, value: unknown): void {
  const temporary = `${file}.${randomUUID()}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const handle = openSync(temporary, 'wx', 0o600)
    try {
      writeSync(handle, `${JSON.stringify(value, null, 2)}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new CliError(`Cannot write ${file}: ${(error as Error).message}`)
  }
}
