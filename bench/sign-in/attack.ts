import { outcomes, SignInPages, type Outcome } from './pages.ts'
import { runAtRate } from './rate.ts'

/** The process of the attackers: sends wrong passwords at a constant rate. */

export interface AttemptOptions {
  port: number
  count: number
  seconds: number
  /** Wrong passwords come from many IPs or from one. */
  source: 'many' | 'one'
  /** Selects IPs and addresses that were not used before, from 0 to 99. */
  round: number
}

export interface Attempts {
  outcomes: Record<Outcome, number>
  /** Time in which they were sent; more than the planned one if the process could not keep the rate. */
  sentSeconds: number
}

const CONNECTIONS = 256
/** So many addresses of the guessed accounts, and IPs: few enough attempts for each that the limits refuse none. */
const GUESSED = 2000

const toManyIp = (round: number, i: number) => `10.${round + 1}.${Math.floor((i % GUESSED) / 250)}.${(i % 250) + 1}`

async function runAttempts({ port, count, seconds, source, round }: AttemptOptions): Promise<Attempts> {
  const pages = new SignInPages(port, CONNECTIONS)
  const counts = Object.fromEntries(outcomes.map((name) => [name, 0])) as Attempts['outcomes']
  const toIp = (i: number) => (source === 'many' ? toManyIp(round, i) : `198.51.100.${round + 1}`)
  const page = await pages.open(toIp(0))
  const start = performance.now()
  let sentSeconds = 0
  await runAtRate(count, seconds, async (i) => {
    sentSeconds = (performance.now() - start) / 1000
    const guess = { email: `guess-${round}-${i % GUESSED}@bench.example`, password: `wrong password ${i}` }
    counts[await pages.tryPassword(page, guess, toIp(i)).catch(() => 'other' as const)]++
  })
  await pages.close()
  return { outcomes: counts, sentSeconds }
}

process.on('message', (options: AttemptOptions) => void runAttempts(options).then((result) => process.send!(result)))
process.on('disconnect', () => process.exit())
