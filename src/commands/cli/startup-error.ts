import { describeDatabaseError } from '../../db/error-advice.ts'
import { UnusableSchema } from '../../db/migration-files.ts'

/** SQLSTATEs of a damaged database: undefined_file, io_error, data_corrupted, index_corrupted. */
const DAMAGE_CODES = new Set(['58P01', '58030', 'XX001', 'XX002'])

/** Returns one line for an error that the operator can fix; undefined for others, logged with their stack. */
export function explainStartupError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  const [line = ''] = error.message.split('\n')
  if (error instanceof UnusableSchema) return line
  const advice = describeDatabaseError(error)
  if (advice !== undefined) return advice.startsWith('migration ') ? advice : `DATABASE_URL: ${advice}`
  if (/^(DATA_DIR|DATABASE_URL|DATABASE_POOLER|migration) /.test(line)) return line
  if (DAMAGE_CODES.has(code ?? '')) return `the database is damaged (${line}): restore it from a backup`
  if (line.startsWith('database unavailable: '))
    return `the database of DATABASE_URL does not respond (${line.slice('database unavailable: '.length)})`
  if (syscall === 'listen' && (code === 'EADDRINUSE' || code === 'EACCES'))
    return `PORT ${port} ${code === 'EACCES' ? 'requires more privileges' : 'is already in use'} at ${address}`
  if (syscall === 'listen' || syscall === 'getaddrinfo') return `HOST is not an IP of this machine (${line})`
  return undefined
}
