import { adviseOnDatabase } from '../db/advice.ts'

/** The SQLSTATEs of a damaged database: undefined_file, io_error, data_corrupted, index_corrupted. */
const damaged = new Set(['58P01', '58030', 'XX001', 'XX002'])

/**
 * The one line for a start that the settings make impossible: the variable, and what is wrong with it. Undefined for
 * any other error, whose whole stack is wanted.
 */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  const [line = ''] = error.message.split('\n')
  const advice = adviseOnDatabase(error)
  if (advice !== undefined) return advice.startsWith('migration ') ? advice : `DATABASE_URL: ${advice}`
  if (/^(DATA_DIR|DATABASE_URL|DATABASE_POOLER|migration) /.test(line)) return line
  if (damaged.has(code ?? '')) return `the database is damaged (${line}): restore it from a backup`
  if (line.startsWith('database unavailable: '))
    return `DATABASE_URL leads to no database that answers (${line.slice('database unavailable: '.length)})`
  if (syscall === 'listen' && (code === 'EADDRINUSE' || code === 'EACCES'))
    return `PORT ${port} ${code === 'EACCES' ? 'may not be listened on' : 'is taken'} at ${address}`
  if (syscall === 'listen' || syscall === 'getaddrinfo') return `HOST is no address of this machine (${line})`
  return undefined
}
