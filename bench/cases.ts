import { inTurn, requestBytes } from './client.ts'
import type { Measured, Side } from './measure.ts'
import type { Target } from './processes.ts'

/** One row of the results. */
export interface Row {
  tasks: number
  id: string
  name: string
  service: Measured
  floor?: Measured
}

/** Connections that ask at once, unless a case says otherwise. */
const connections = 16
/** Requests for one server, as one side of a measurement. */
export function sideOf(
  target: Target,
  requests: Buffer[] | (() => Buffer),
  status = 200,
  many = connections,
): Side {
  const next = typeof requests === 'function' ? requests : inTurn(requests)
  return { target, load: { connections: many, next, status } }
}

export const get = (path: string, headers?: Record<string, string>) => requestBytes('GET', path, headers)

/** The floor must answer what the service answers, byte for byte but for the seal of the cursor. */
export async function requireSame(text: string, floor: Target, path: string): Promise<void> {
  const other = await (await fetch(`http://127.0.0.1:${floor.port}${path}`)).text()
  const bare = (body: string) => body.replace(/,"next_cursor":.*$/, '')
  if (bare(text) !== bare(other))
    throw new Error(
      `the floor answers otherwise at ${path}:\n${text.slice(0, 1500)}\n${other.slice(0, 1500)}`,
    )
}
