import type { FastifyReply } from 'fastify'
import { pageHeaders } from '../api-docs/layout.ts'

export async function sendPage(
  reply: FastifyReply,
  page: string,
  status = 200,
  headers: Record<string, string> = {},
): Promise<void> {
  await reply
    .code(status)
    .headers({ ...pageHeaders, ...headers })
    .send(page)
}
