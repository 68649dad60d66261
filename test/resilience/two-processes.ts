import { copyTemplate } from '../support/databases.ts'
import type { Client, Reply } from '../support/client.ts'
import { spawnServer, type ServerProcess } from '../support/spawn.ts'
import { createRange } from './sizes.ts'

/** One user, through either of two processes. */
export type ClientPair = [Client, Client]

/** Starts two processes on one PostgreSQL database, by default their own; returns a function that signs in at both. */
export async function startTwoProcesses(givenUrl?: string): Promise<(user: string) => Promise<ClientPair>> {
  const databaseUrl = givenUrl ?? (await copyTemplate())
  const servers: ServerProcess[] = [await spawnServer({ databaseUrl }), await spawnServer({ databaseUrl })]
  return async (user) => [await servers[0]!.signIn(user), await servers[1]!.signIn(user)]
}

export const RACER_COUNT = 8
export const listStatuses = (replies: Reply[]): number[] => replies.map((reply) => reply.status).sort((a, b) => a - b)
export const listWinners = (replies: Reply[]): Reply[] => replies.filter((reply) => reply.status < 300)
/** Statuses with one success and a failure for each other request. */
export const listExpectedStatuses = (loser: number, winner = 200): number[] => [
  winner,
  ...createRange(RACER_COUNT - 1).map(() => loser),
]
/** Runs requests concurrently, alternating between the processes. */
export const sendConcurrently = (run: (i: number, through: 0 | 1) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(createRange(RACER_COUNT).map((i) => run(i, (i % 2) as 0 | 1)))
/** Spells a word and a number in different cases and Unicode forms, which are equal names. */
export const spellName = (round: number, i: number): string =>
  [`Ångström ${round}`, `ÅNGSTRÖM ${round}`, `A\u030Angstro\u0308m ${round}`][i % 3]!
