import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { toCompiledPath } from '../setup.ts'
import type { Attempts, AttemptOptions } from './attack.ts'

/** As low as possible, since attackers use machines of their own: what remains is what they cost the service. */
const NICENESS = 19

/** Controls the process that sends wrong passwords. */
export class Attackers {
  readonly #child: ChildProcess
  readonly #exited: Promise<never>

  constructor() {
    this.#child = fork(toCompiledPath('sign-in/attack.js'), { stdio: 'inherit' })
    setPriority(this.#child.pid!, NICENESS)
    this.#exited = once(this.#child, 'exit').then(() => {
      throw new Error('the process of the attackers exited')
    })
    // A regular stop is an exit, too.
    this.#exited.catch(() => {})
  }

  async run(options: AttemptOptions): Promise<Attempts> {
    const result = Promise.race([once(this.#child, 'message'), this.#exited])
    this.#child.send(options)
    return ((await result) as [Attempts])[0]
  }

  stop(): void {
    this.#child.disconnect()
  }
}
