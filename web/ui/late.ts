import { isFault } from '../api/faults.ts'
import { wordsOf } from './failure.tsx'
import { LostPart, remedy } from './lost-part.ts'
import { holdKeys } from './opening.ts'
import { toast } from './toast.tsx'

/**
 * Loads a part of the page that was left for later. Where its file does not come, it is asked for once more if the server
 * answers at all; a server that answers and has no such file has a newer page.
 */
export async function bring<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (isFault(error)) throw error
    if (!(await isReachable())) throw new LostPart(false)
  }
  try {
    await askForStylesAgain()
    return await load()
  } catch (error) {
    throw isFault(error) ? error : new LostPart(true)
  }
}

/** Does what a late part is for. When it does not come, the person is told, and can have it tried again. */
export async function withLate<T>(load: () => Promise<T>, use: (part: T) => unknown): Promise<void> {
  const release = holdKeys()
  let part: T
  try {
    part = await bring(load)
  } catch (problem) {
    release(false)
    return tellFailure(problem, () => void withLate(load, use))
  }
  const used = use(part)
  release(true)
  await used
}

/** Loads what the page can do without for now, and says what is missing if it does not come. Returns what stops caring. */
export function bringSoon<T>(load: () => Promise<T>, without: string, take: (part: T) => void): () => void {
  let isWanted = true
  const taken = (part: T) => void (isWanted && take(part))
  const missed = (problem: unknown) => {
    if (isWanted) toast({ text: `${without} ${wordsOf(problem)}`, action: remedy(problem, attempt) })
  }
  const attempt = () => void bring(load).then(taken, missed)
  attempt()
  return () => void (isWanted = false)
}

/** Says in passing what did not work, with what helps. */
export function tellFailure(problem: unknown, retry: () => void): void {
  toast({ text: wordsOf(problem), kind: 'wrong', action: remedy(problem, retry) })
}

/** Whether the server answers. A gateway in front of it that says it is away does not count. */
async function isReachable(): Promise<boolean> {
  const asPage = { method: 'HEAD', headers: { accept: 'text/html' }, cache: 'no-store' } as const
  const answer = await fetch('/', asPage).catch(() => undefined)
  return answer !== undefined && answer.status < 500
}

/** The bundler asks for the styles of a part once only: those that did not come would be missing for good. */
async function askForStylesAgain(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  const came = links.filter(({ sheet }) => sheet === null).map(replaced)
  await Promise.all(came)
}

const replaced = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement
    again.addEventListener('load', resolve)
    again.addEventListener('error', reject)
    link.replaceWith(again)
  })
