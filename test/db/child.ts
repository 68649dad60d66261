import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

const built = new URL('../../dist/db/', import.meta.url)

/** A child process that runs a script with the built database layer, and its output by line. */
export interface Child {
  readonly process: ChildProcess
  readonly lines: string[]
  /** Resolves at a line with this prefix; rejects with the output when the process exits without. */
  waitForLine(start: string): Promise<string>
  /** Resolves with the exit code. */
  exited: Promise<number | null>
}

/** Runs an ES module in a child process; `say` prints a line there, `argv` are its arguments. */
export function startChild(script: string, argv: string[]): Child {
  const prelude = `
    import { openDatabase } from '${new URL('open-database.js', built).href}'
    import { applyMigrations as migrate } from '${new URL('migrate.js', built).href}'
    import { Sql } from '${new URL('sql.js', built).href}'
    const query = (db, text, values = []) => db.query(new Sql([text], values, { text }))
    const argv = process.argv.slice(1)
    const say = (line) => process.stdout.write(line + '\\n')
    try { ${script} } catch (error) { say('failed ' + error.message) }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', prelude, ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const watchers = new Set<() => void>()
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    for (const watcher of watchers) watcher()
  })
  return {
    process: child,
    lines,
    waitForLine: (start) =>
      new Promise((resolve, reject) => {
        const checkLines = () => {
          const found = lines.find((line) => line.startsWith(start))
          if (found === undefined) return
          watchers.delete(checkLines)
          resolve(found)
        }
        watchers.add(checkLines)
        checkLines()
        void exited.then(() => reject(new Error(`the child never said ${start}, but ${lines.join(' | ')}`)))
      }),
    exited,
  }
}
