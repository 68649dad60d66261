import { failureTexts, texts } from '../messages/en.ts'

/** A part of the page whose file could not be loaded. */
export class LostPart extends Error {
  /** Whether the server answers and has no such file: it has a newer page. */
  readonly isReplaced: boolean

  constructor(isReplaced: boolean) {
    super('a part of the page could not be loaded')
    this.isReplaced = isReplaced
  }
}

/** What helps: another try, or the page anew where its server has a newer one. Nothing that was written is lost by that. */
export const remedy = (problem: unknown, retry: () => void): { label: string; run: () => void } =>
  problem instanceof LostPart && problem.isReplaced
    ? { label: failureTexts.reload, run: () => location.reload() }
    : { label: texts.retry, run: retry }
