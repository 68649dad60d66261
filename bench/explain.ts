import type { Machine } from './machine.ts'

export async function explain(_url: string, _tasks: number, _machine: Machine): Promise<void> {}
