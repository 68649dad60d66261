import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { isCommonPassword } from './common-passwords.ts'
import { HashQueue, type HashSource } from './hash-queue.ts'
import type { HashJob, HashOutcome } from './hash-worker.ts'

export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 256

/** Parameters of scrypt (RFC 7914): 32 MiB and about 0.2 s for each hash, as OWASP recommends for this memory size. */
const COST = { log2: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const MAX_THREADS = 2

interface Hash extends HashJob {
  resolve: (key: Buffer) => void
  reject: (error: Error) => void
}

interface HashThread {
  worker: Worker
  current: Hash | undefined
}

// Threads run no TypeScript in Node 20: from source, the built file is used.
const WORKER_FILE = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/auth/accounts/hash-worker.js' : './hash-worker.js',
  import.meta.url,
)

const threads: HashThread[] = []
const queue = new HashQueue<Hash>()

/** Starts waiting hashes on the threads that are free. A thread is started when it is first needed. */
function startHashes(): void {
  for (;;) {
    const free = threads.find(({ current }) => !current) ?? (threads.length < MAX_THREADS ? startThread() : undefined)
    const next = free && queue.take()
    if (!next) return
    free.current = next
    const { text, salt, bytes, options } = next
    free.worker.ref()
    free.worker.postMessage({ text, salt, bytes, options } satisfies HashJob, [])
  }
}

function startThread(): HashThread {
  const thread: HashThread = { worker: new Worker(WORKER_FILE, { execArgv: [] }), current: undefined }
  const end = (settle: (hash: Hash) => void) => {
    const hash = thread.current
    thread.current = undefined
    // An idle thread does not keep the process alive.
    thread.worker.unref()
    if (hash) settle(hash)
    startHashes()
  }
  thread.worker.on('message', (outcome: HashOutcome) =>
    end(({ resolve, reject }) =>
      'key' in outcome ? resolve(Buffer.from(outcome.key)) : reject(new Error(outcome.error)),
    ),
  )
  thread.worker.on('error', (error) => {
    threads.splice(threads.indexOf(thread), 1)
    end(({ reject }) => reject(error))
  })
  thread.worker.unref()
  threads.push(thread)
  return thread
}

function deriveKey(password: string, salt: Buffer, { log2, r, p }: typeof COST, source: HashSource): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // NFKC, since keyboards enter the same character in different forms (NIST SP 800-63B, section 3.1.1.2).
    const text = password.normalize('NFKC')
    const options = { N: 2 ** log2, r, p, maxmem: 256 * 2 ** log2 * r }
    queue.add(source, { text, salt, bytes: HASH_BYTES, options, resolve, reject })
    startHashes()
  })
}

/** Hashes a new password with scrypt; the result names its parameters, so that they can change. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await deriveKey(password, salt, COST, 'proved')
  return ['scrypt', COST.log2, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Hash of no password, compared for unknown addresses so that their response takes as long. */
const NO_PASSWORD = `scrypt$${COST.log2}$${COST.r}$${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Returns whether a password matches its hash; `null` takes as long and never matches. Throws 503 if too many wait. */
export async function verifyPassword(password: string, stored: string | null, source: HashSource): Promise<boolean> {
  const [, log2, r, p, salt, key] = (stored ?? NO_PASSWORD).split('$') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const limited = password.slice(0, MAX_PASSWORD_LENGTH)
  const derived = await deriveKey(limited, Buffer.from(salt, 'base64url'), { log2: +log2, r: +r, p: +p }, source)
  return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && stored !== null && limited === password
}

/** Returns why a new password is not accepted; undefined if it is. There are no composition rules. */
export function findPasswordProblem(password: string, email: string): string | undefined {
  const length = [...password].length
  if (length < MIN_PASSWORD_LENGTH) return `Enter a password of at least ${MIN_PASSWORD_LENGTH} characters.`
  if (length > MAX_PASSWORD_LENGTH) return `Enter a password of at most ${MAX_PASSWORD_LENGTH} characters.`
  const lower = password.normalize('NFKC').toLowerCase()
  const address = email.toLowerCase()
  const isGuessable =
    isCommonPassword(lower) || /^(.{1,3})\1+$/u.test(lower) || lower === address || lower === address.split('@')[0]
  return isGuessable ? 'This password is among the first that attackers try. Choose another one.' : undefined
}
