import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { say } from '../databases.ts'

/** The folder of this build. */
export const here = resolve('.')

export const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Runs `work` with a commit checked out and built in a folder of its own, on the packages of this one. */
export async function withBuildOf<T>(commit: string, work: (root: string) => Promise<T>): Promise<T> {
  const root = join(mkdtempSync(join(tmpdir(), 'svc-bench-base-')), 'tree')
  git('worktree', 'add', '--quiet', '--detach', root, commit)
  try {
    symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'))
    for (const project of ['tsconfig.build.json', 'bench/tsconfig.json']) {
      say(`building ${commit}: ${project}`)
      const tsc = join(here, 'node_modules', 'typescript', 'bin', 'tsc')
      execFileSync(process.execPath, [tsc, '-p', project], { cwd: root, stdio: 'inherit' })
    }
    return await work(root)
  } finally {
    git('worktree', 'remove', '--force', root)
    rmSync(join(root, '..'), { recursive: true, force: true })
  }
}

/**
 * Calls what a file of a build's benchmarks exports, in a process of its own: a build loads a database as fits its own
 * tables. False where the build has no such file.
 */
export function callIn(root: string, file: string, name: string, args: (string | number)[]): boolean {
  const compiled = join('.svc', 'bench', 'bench', file)
  if (!existsSync(join(root, compiled))) return false
  const program = `
    const { ${name} } = await import('./${compiled}')
    await ${name}(...JSON.parse(process.argv[1]), (line) => console.log(line))`
  const command = ['--input-type=module', '-e', program, JSON.stringify(args)]
  execFileSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
  return true
}
