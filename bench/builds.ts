import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A build of the service: the script that starts it. */
export interface Build {
  name: string
  entry: string
}

/** Reads the entry from package.json, since its path may differ between commits. */
const findEntry = (root: string): string => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    bin: Record<string, string>
  }
  return join(root, bin['svc-server']!)
}

export const THIS_BUILD: Build = { name: 'this build', entry: findEntry(resolve('.')) }

/** Shared by all servers of a run: a database accepts only servers with its keys. */
export const secretKeys = `1:${randomBytes(32).toString('base64')}`

/** Migrates the database in the settings with a build. */
export function migrate(settings: Record<string, string>, build: Build = THIS_BUILD): void {
  const keys = settings.DATABASE_URL === undefined ? {} : { SECRET_KEYS: secretKeys }
  execFileSync(process.execPath, [build.entry, 'migrate'], {
    env: { PATH: process.env.PATH, ...keys, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

export const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Builds a commit in a temporary worktree with the packages installed here. */
export async function withBuild<T>(commit: string, work: (build: Build) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-base-'))
  const root = join(folder, 'tree')
  git('worktree', 'add', '--quiet', '--detach', root, commit)
  try {
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
    return await work({ name: commit, entry: findEntry(root) })
  } finally {
    git('worktree', 'remove', '--force', root)
    rmSync(folder, { recursive: true, force: true })
  }
}
