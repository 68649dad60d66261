import { SvcConnectionError, SvcProblem } from '@svc/sdk'
import { failureTexts, commonTexts } from '../messages/common.ts'
import { Button } from './button.tsx'
import './error-message.css'

export class ChunkLoadError extends Error {
  readonly isOutdated: boolean

  constructor(isOutdated: boolean) {
    super('a part of the page could not be loaded')
    this.isOutdated = isOutdated
  }
}

export const isLostConnection = (problem: unknown): boolean =>
  problem instanceof SvcConnectionError || (problem instanceof ChunkLoadError && !problem.isOutdated)

/** Returns the action for an error: retry, or reload the page for a newer version. Drafts survive a reload. */
export const getRecoveryAction = (problem: unknown, retry: () => void): { label: string; run: () => void } =>
  problem instanceof ChunkLoadError && problem.isOutdated
    ? { label: failureTexts.reload, run: () => location.reload() }
    : { label: commonTexts.retry, run: retry }

export function getErrorMessage(problem: unknown): string {
  if (problem instanceof SvcConnectionError) return failureTexts.unreachable
  if (problem instanceof ChunkLoadError) return problem.isOutdated ? failureTexts.replaced : failureTexts.lost
  if (!(problem instanceof SvcProblem)) return failureTexts.strange
  const messages = problem.errors.map(({ msg }) => msg)
  if (messages.length > 0) return messages.join(' · ')
  return typeof problem.detail === 'string' && problem.detail ? problem.detail : problem.title
}

export function ErrorMessage({ problem, retry }: { problem: unknown; retry?: () => void }) {
  const requestId = problem instanceof SvcProblem ? problem.request_id : ''
  const recovery = retry && getRecoveryAction(problem, retry)
  return (
    <div class="failure" role="alert">
      <p>{getErrorMessage(problem)}</p>
      {requestId && (
        <p class="failure-request">
          {commonTexts.requestId} {requestId}
        </p>
      )}
      {recovery && (
        <Button icon="refresh" onClick={recovery.run}>
          {recovery.label}
        </Button>
      )}
    </div>
  )
}
