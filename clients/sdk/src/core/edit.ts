import type { SvcProblem } from './problem.ts'
import type { EditOptions } from './types.ts'

type Methods = Record<string, (...args: never[]) => unknown>
type Change = (current: object) => object | undefined | Promise<object | undefined>

/**
 * Runs `edit(…ids, change, query, options)` of a resource: reads, changes and updates by the same arguments, and retries
 * after a conflict. Returns the updated object.
 */
export async function edit(methods: Methods, line: string, args: unknown[]): Promise<object> {
  const ids = line.split(/\{\w/).length - 1
  const named = line.includes('{:') ? 1 : 0
  const refs = args.slice(0, ids)
  const change = args[ids] as Change
  const query = args.slice(ids + 1, ids + 1 + named)
  const { attempts = 5, ...options } = (args[ids + 1 + named] ?? {}) as EditOptions
  const call = (name: string, rest: unknown[]) => methods[name]!(...([...refs, ...rest] as never[])) as object
  for (let attempt = 1; ; attempt++) {
    const current = await call('read', [...query, options])
    const changes = await change(current)
    if (!changes) return current
    try {
      return await call('update', [changes, ...query, { ifMatch: current, ...options }])
    } catch (error) {
      if ((error as Partial<SvcProblem>).status !== 412 || attempt >= attempts) throw error
    }
  }
}
