import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { sendCommand, serveCommands } from '../../src/commands/cli/command-socket.ts'
import { runCommand, defineCommand, CommandError, type CommandRequest } from '../../src/core/command.ts'
import type { Dependencies } from '../../src/core/dependencies.ts'

const folders: string[] = []
const createFolder = (): string => {
  const created = mkdtempSync(join(tmpdir(), 'svc-test-channel-'))
  folders.push(created)
  return created
}
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true })))

const buildRequest = (input: unknown = null): CommandRequest => ({ command: 'test run', input })

describe('the command socket', () => {
  test('sends a command of any size and returns its outcome', async () => {
    const path = createFolder()
    const end = await serveCommands(path, async ({ input }) => ({ output: JSON.stringify(input) }))
    const input = { text: 'é'.repeat(3_000_000), list: [1, null, { a: true }] }
    const replies = await Promise.all([sendCommand(path, buildRequest(input)), sendCommand(path, buildRequest('two'))])
    expect(replies).toEqual([{ output: JSON.stringify(input) }, { output: '"two"' }])
    await end()
  })

  test('does not exist without a server, after its end, or after a killed one', async () => {
    const path = createFolder()
    expect(await sendCommand(path, buildRequest())).toBeUndefined()
    const end = await serveCommands(path, async () => ({ output: 'yes' }))
    await end()
    expect(await sendCommand(path, buildRequest())).toBeUndefined()
    writeFileSync(join(path, 'commands.sock'), '') // A file in place of the socket, at which no process listens.
    expect(await sendCommand(path, buildRequest())).toBeUndefined()
    const again = await serveCommands(path, async () => ({ output: 'again' }))
    expect(await sendCommand(path, buildRequest())).toEqual({ output: 'again' })
    await again()
  })

  test('ends once running commands have finished, and does not wait for a silent client', async () => {
    const path = createFolder()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => (finish = resolve))
    let isRunning = false
    const end = await serveCommands(path, async () => {
      isRunning = true
      return finished.then(() => ({ output: 'done' }))
    })
    const given = sendCommand(path, buildRequest())
    const silent = connect(join(path, 'commands.sock'))
    await new Promise((resolve) => silent.once('connect', resolve))
    await expect.poll(() => isRunning).toBe(true)
    const ended = end()
    expect(await Promise.race([ended, sleep(100, 'waiting')])).toBe('waiting')
    finish()
    expect(await given).toEqual({ output: 'done' })
    await ended
    silent.destroy()
  })

  test('survives invalid messages and clients that hang up', async () => {
    const path = createFolder()
    const end = await serveCommands(path, async () => sleep(50).then(() => ({ output: 'fine' })))
    for (const text of ['nonsense', '', '{"half":']) {
      const socket = connect(join(path, 'commands.sock'))
      socket.on('error', () => {})
      socket.end(text)
      await new Promise((resolve) => socket.once('close', resolve))
    }
    const gone = connect(join(path, 'commands.sock'))
    gone.write(JSON.stringify(buildRequest()))
    gone.destroy()
    const left = connect(join(path, 'commands.sock'))
    left.end(JSON.stringify(buildRequest()))
    await sleep(10)
    left.destroy()
    expect(await sendCommand(path, buildRequest())).toEqual({ output: 'fine' })
    await end()
  })
})

describe('a command of another process', () => {
  const logged: string[] = []
  const services = { log: (_: string, message: string) => logged.push(message) } as unknown as Dependencies
  const commands = ['run', 'refuse', 'fail'].map((word) =>
    defineCommand<string>({
      name: `test ${word}`,
      args: '',
      summary: '',
      read: () => '',
      async run(_, input) {
        if (word === 'refuse') throw new CommandError(`not ${input}`)
        if (word === 'fail') throw new Error('secret of the database')
        return `did ${input}`
      },
    }),
  )
  const runTestCommand = (word: string) => runCommand(commands, services, { command: `test ${word}`, input: 'it' })

  test('is done, refused with its message, or failed without internal details', async () => {
    expect(await runTestCommand('run')).toEqual({ output: 'did it' })
    expect(await runTestCommand('refuse')).toEqual({ refused: 'not it' })
    expect(await runTestCommand('fail')).toEqual({
      refused: 'test fail failed in the server: see the log of the server',
    })
    expect(logged).toEqual(['command', 'command failed'])
  })

  test('that this server does not know is reported as unknown', async () => {
    expect(await runTestCommand('dance')).toEqual({
      refused: 'the running server does not know test dance: run the same version of svc-server',
    })
  })
})
