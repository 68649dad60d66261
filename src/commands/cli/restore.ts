import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError } from '../../core/command.ts'
import type { Config } from '../../core/config/config.ts'
import { restoreBackup } from '../../backups/restore.ts'
import { openBackupSource } from '../../backups/source.ts'
import type { RestoreReport } from '../../backups/check.ts'

const USAGE =
  'Usage: restore DIR|FILE|s3://BUCKET/PREFIX [--at ID] [--keys FILE | --without-keys] [--into DIR [--check] | --verify]'

const OPTIONS = {
  at: { type: 'string' },
  keys: { type: 'string' },
  'without-keys': { type: 'boolean' },
  into: { type: 'string' },
  check: { type: 'boolean' },
  verify: { type: 'boolean' },
} as const

/** Runs `svc-server restore`: into `DATA_DIR`, or as a drill into another folder. Throws `CommandError`. */
export async function restoreCommand(config: Config, args: string[]): Promise<void> {
  const { from, values } = parseRestoreArgs(args)
  const target = values.verify ? mkdtempSync(path.join(tmpdir(), 'svc-verify-')) : values.into
  try {
    requireTarget(config, target, values.check === true)
    const source = await openBackupSource(from, values.at)
    const check = values.check === true || values.verify === true
    const withoutKeys = values['without-keys'] === true || (check && !values.keys && !config.secretKeys)
    const report = await restoreBackup(source, {
      config: target === undefined ? config : useFolder(config, path.resolve(target)),
      keys: values.keys && path.resolve(values.keys),
      withoutKeys,
      check,
    })
    process.stdout.write(`${describeReport(source.description, report, values.verify ? 'verified' : 'restored')}\n`)
    if (check) process.stdout.write(`${describeCheck(report, withoutKeys)}\n`)
  } catch (error) {
    throw explainRestoreError(error)
  } finally {
    if (values.verify) rmSync(target!, { recursive: true, force: true })
  }
}

function parseRestoreArgs(args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
    const [from] = positionals
    if (from === undefined || positionals.length > 1) throw new Error('Name one backup')
    if (values.verify && (values.into ?? values.check)) throw new Error('--verify needs no --into and no --check')
    if (values.keys && values['without-keys']) throw new Error('Use either --keys or --without-keys')
    return { from, values }
  } catch (error) {
    throw new CommandError(`${(error as Error).message}. ${USAGE}`)
  }
}

function requireTarget(config: Config, target: string | undefined, check: boolean): void {
  if (check && target === undefined) throw new CommandError(`--check needs --into DIR, an empty folder. ${USAGE}`)
  if (target === undefined && config.databaseUrl)
    throw new CommandError('DATABASE_URL is set: unset it to restore the embedded database into DATA_DIR')
  if (check && existsSync(target!) && readdirSync(target!).length > 0)
    throw new CommandError(`${target} is not empty: a check needs a folder of its own`)
}

const useFolder = (config: Config, dataDir: string): Config => ({
  ...config,
  dataDir,
  storage: { kind: 'folder', folder: path.join(dataDir, 'files') },
})

/** Returns the errors that the operator can fix as such: disk, bucket, damage, schema. */
function explainRestoreError(error: unknown): unknown {
  if (error instanceof CommandError || !(error instanceof Error)) return error
  return new CommandError(`nothing was restored: ${error.message}`, { cause: error })
}

function describeReport(description: string, { counts }: RestoreReport, verb: string): string {
  return (
    `${verb} ${description}: ${counts.organizations} organizations, ${counts.users} users, ${counts.tasks} tasks, ` +
    `${counts.files} files`
  )
}

const describeCheck = ({ migrations, checkedFiles }: RestoreReport, withoutKeys: boolean) =>
  `checked: ${migrations.length} migrations applied, ${checkedFiles} files read, ` +
  (withoutKeys ? 'keys not checked (--keys FILE)' : 'keys match')
