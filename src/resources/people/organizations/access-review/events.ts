export const accessReviewSignedEvent = {
  'access_review.signed': 'An admin signed the access review.',
}
