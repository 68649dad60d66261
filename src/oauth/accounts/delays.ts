import { problemTexts } from '../messages/problems.ts'

export const describeDelay = (seconds: number): string =>
  seconds < 120 ? problemTexts.waitSeconds(seconds) : problemTexts.waitMinutes(Math.ceil(seconds / 60))
