import { SvcConnectionError, SvcProblem } from '@svc/sdk'
import { failureTexts, texts } from '../messages/en.ts'
import { Button } from './button.tsx'
import { LostPart, remedy } from './lost-part.ts'
import './failure.css'

/** What the server said of a refusal, for a person: its detail, or what is wrong place by place. */
export function wordsOf(problem: unknown): string {
  if (problem instanceof SvcConnectionError) return failureTexts.unreachable
  if (problem instanceof LostPart) return problem.isReplaced ? failureTexts.replaced : failureTexts.lost
  if (!(problem instanceof SvcProblem)) return failureTexts.strange
  const places = problem.errors.map(({ msg }) => msg)
  if (places.length > 0) return places.join(' · ')
  return typeof problem.detail === 'string' && problem.detail ? problem.detail : problem.title
}

/** What could not be read: why, what to quote when asking for help, and another try. */
export function Failure({ problem, retry }: { problem: unknown; retry?: () => void }) {
  const request = problem instanceof SvcProblem ? problem.request_id : ''
  const help = retry && remedy(problem, retry)
  return (
    <div class="failure" role="alert">
      <p>{wordsOf(problem)}</p>
      {request && (
        <p class="failure-request">
          {texts.requestId} {request}
        </p>
      )}
      {help && (
        <Button icon="refresh" onClick={help.run}>
          {help.label}
        </Button>
      )}
    </div>
  )
}
