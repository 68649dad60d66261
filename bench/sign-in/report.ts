import { buildTable, toFactor, toInteger, toMs } from '../results/format.ts'
import { outcomes } from './pages.ts'
import { computePercentiles, type Figures, type Phase } from './phases.ts'

/** The p99 of a sign-in beside API requests. */
const MAX_SIGN_IN_P99_MS = 500
/** Latency beside wrong passwords, as a multiple of that without. */
const MAX_RATIO = 1.2

const kinds = ['signIns', 'api'] as const
const kindNames = { signIns: 'sign-ins', api: 'API' }
const head = ['', 'requests', 'failed', 'p50', 'p99', 'p50, ratio', 'p99, ratio']

function listPhaseNames(attempts: number): string[] {
  const wrong = `${toInteger(attempts)} wrong passwords`
  return ['alone', `beside ${wrong} from many IPs`, 'alone again', `beside ${wrong} from one IP`]
}

function getRatios(figures: Figures, before: Figures | undefined): [number, number] {
  if (!before) return [NaN, NaN]
  const [own, other] = [computePercentiles(figures), computePercentiles(before)]
  return [own.p50 / other.p50, own.p99 / other.p99]
}

/** Returns the phase without wrong passwords that a phase is compared with; the second of these shows how much they vary. */
const getCompared = (phases: Phase[], i: number): Phase | undefined =>
  phases[i]!.attempts ? phases[i - 1] : phases[i - 2]

function buildLatencyTable(phases: Phase[], names: string[]): string {
  const lines = kinds.flatMap((kind) =>
    phases.map((phase, i) => {
      const { requests, failures } = phase[kind]
      const { p50, p99 } = computePercentiles(phase[kind])
      const ratios = getRatios(phase[kind], getCompared(phases, i)?.[kind])
      const figures = [toInteger(requests), toInteger(failures), toMs(p50), toMs(p99), ...ratios.map(toFactor)]
      return [`${kindNames[kind]}, ${names[i]!}`, ...figures]
    }),
  )
  return buildTable(head, lines)
}

function buildCoreTable(phases: Phase[], names: string[]): string {
  const lines = phases.map(({ cores }, i) => [names[i]!, cores.service.toFixed(2), cores.database.toFixed(2)])
  return buildTable(['CPU cores in use', 'service', 'database'], lines)
}

function buildAttemptTable(phases: Phase[], names: string[]): string {
  const lines = phases.flatMap(({ attempts }, i) =>
    attempts
      ? [[names[i]!, ...outcomes.map((name) => toInteger(attempts.outcomes[name])), attempts.sentSeconds.toFixed(1)]]
      : [],
  )
  return buildTable(['', ...outcomes, 'sent in s'], lines)
}

const describe = (isMet: boolean, text: string) => `- ${isMet ? 'met' : 'NOT MET'}: ${text}`

function listBars(phases: Phase[], names: string[]): string[] {
  const alone = phases.filter(({ attempts }) => !attempts).map(({ signIns }) => signIns)
  const p99 = Math.max(...alone.map((figures) => computePercentiles(figures).p99))
  const hasFailed = alone.some(({ failures }) => failures > 0)
  const first = `sign-ins beside API requests, p99 ${toMs(p99)} (at most ${MAX_SIGN_IN_P99_MS} ms, none fails)`
  const others = phases.flatMap((phase, i) =>
    kinds.flatMap((kind) => {
      const before = getCompared(phases, i)
      if (!before || !phase.attempts) return []
      const { failures } = phase[kind]
      const ratio = Math.max(...getRatios(phase[kind], before[kind]))
      const text = `${kindNames[kind]} ${names[i]!}: at most ${toFactor(ratio)} (at most ${toFactor(MAX_RATIO)}), ${toInteger(failures)} failed`
      return [describe(ratio <= MAX_RATIO && failures === 0, text)]
    }),
  )
  return [describe(p99 <= MAX_SIGN_IN_P99_MS && !hasFailed, first), ...others]
}

const listFailures = (phases: Phase[], names: string[]): string[] =>
  phases.flatMap((phase, i) =>
    kinds.flatMap((kind) => {
      const { firstFailure } = phase[kind]
      return firstFailure === null ? [] : [`- ${kindNames[kind]}, ${names[i]!}: ${firstFailure}`]
    }),
  )

/** Builds the report of phases that alternate between none and many wrong passwords. */
export function buildReport(phases: Phase[], attempts: number): string {
  const names = listPhaseNames(attempts)
  const failures = listFailures(phases, names)
  return `${buildLatencyTable(phases, names)}

${buildCoreTable(phases, names)}

Responses to the wrong passwords:

${buildAttemptTable(phases, names)}

${listBars(phases, names).join('\n')}
${failures.length > 0 ? `\nFirst failures:\n\n${failures.join('\n')}\n` : ''}`
}
