import { BUSY_MESSAGE } from '../auth/accounts/hash-queue.ts'
import { accountProblemTexts } from '../auth/accounts/problem-texts.ts'
import { isGenericNotFound, type Problem } from '../core/errors.ts'
import { problemTexts } from './messages/problems.ts'

/** Describes a problem in the language of the page; those of the pipeline have English texts, as in the JSON API. */
export function describePageProblem(problem: Problem): string {
  const { status, message, headers } = problem
  if (status === 429) return problemTexts.tooManyRequests(Number(headers['retry-after']))
  if (status === 500) return problemTexts.failed
  if (status === 503) return describeUnavailable(message)
  return isGenericNotFound(problem) ? problemTexts.notHere : message
}

function describeUnavailable(message: string): string {
  if (message === BUSY_MESSAGE) return problemTexts.busy
  const translated = [problemTexts.providerUnavailable, accountProblemTexts.notCreated]
  return translated.includes(message) ? message : problemTexts.unavailable
}
