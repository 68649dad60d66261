import { failureTexts, texts } from '../messages/en.ts'

/** Failure to load a code chunk. */
export class LostPart extends Error {
  /** True if the server has a newer version of the console without this chunk. */
  readonly isReplaced: boolean

  constructor(isReplaced: boolean) {
    super('a part of the page could not be loaded')
    this.isReplaced = isReplaced
  }
}

/** Returns the action for an error: retry, or reload the page for a newer version. Drafts survive a reload. */
export const remedy = (problem: unknown, retry: () => void): { label: string; run: () => void } =>
  problem instanceof LostPart && problem.isReplaced
    ? { label: failureTexts.reload, run: () => location.reload() }
    : { label: texts.retry, run: retry }
