import { copyTemplate } from '../support/databases.ts'
import type { Client, Reply } from '../support/client.ts'
import { spawnServer, type ServerProcess } from '../support/spawn.ts'
import { range } from './sizes.ts'

/** One person, through either of two processes. */
export type Both = [Client, Client]

/** Two processes on one PostgreSQL database, of their own unless one is given; gives how a person signs in at both. */
export async function twoProcesses(given?: string): Promise<(user: string) => Promise<Both>> {
  const databaseUrl = given ?? (await copyTemplate())
  const servers: ServerProcess[] = [await spawnServer({ databaseUrl }), await spawnServer({ databaseUrl })]
  return async (user) => [await servers[0]!.session(user), await servers[1]!.session(user)]
}

export const racers = 8
export const statuses = (replies: Reply[]): number[] => replies.map((reply) => reply.status).sort((a, b) => a - b)
export const won = (replies: Reply[]): Reply[] => replies.filter((reply) => reply.status < 300)
/** One answer for the winner, one for each of the others. */
export const oneWins = (loser: number, winner = 200): number[] => [winner, ...range(racers - 1).map(() => loser)]
/** All at once, in turn through the one process and the other. */
export const race = (run: (i: number, through: 0 | 1) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(range(racers).map((i) => run(i, (i % 2) as 0 | 1)))
/** One word and a number, in upper and lower case and taken apart or not. */
export const spelled = (round: number, i: number): string =>
  [`Ångström ${round}`, `ÅNGSTRÖM ${round}`, `A\u030Angstro\u0308m ${round}`][i % 3]!
