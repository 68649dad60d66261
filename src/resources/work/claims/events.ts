export const taskClaimed = { 'task.claimed': 'A task was claimed. Renewals emit no event.' }
export const taskClaimReleased = { 'task.claim_released': 'The claim of a task was released.' }
export const taskClaimExpired = {
  'task.claim_expired':
    'The claim of a task ended without a release: its time was up, or its token or member was removed.',
}
