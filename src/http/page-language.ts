import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage, runInLanguage } from '../core/messages/language.ts'

/** Hook: produces the pages of a request in the language that its browser accepts. */
export const usePageLanguage = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void =>
  runInLanguage(chooseLanguage(request.headers['accept-language']), done)
