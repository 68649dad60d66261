import { isFault } from '../api/faults.ts'
import { LostPart, remedy, wordsOf } from './failure.tsx'
import { holdKeys } from './opening.ts'
import { toast } from './toast.tsx'

/**
 * Loads a code chunk. Retries once if the server is reachable; if the chunk is still missing, a newer version of the console
 * was deployed.
 */
export async function bring<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (isFault(error)) throw error
    if (!(await isReachable())) throw new LostPart(false)
  }
  try {
    await reloadStyles()
    return await load()
  } catch (error) {
    throw isFault(error) ? error : new LostPart(true)
  }
}

/** Loads a code chunk and runs a function with it. Shows a toast with a retry button on failure. */
export async function withLate<T>(load: () => Promise<T>, use: (part: T) => unknown): Promise<void> {
  const release = holdKeys()
  let part: T
  try {
    part = await bring(load)
  } catch (problem) {
    release(false)
    return tellFailure(problem, () => void withLate(load, use))
  }
  const result = use(part)
  release(true)
  await result
}

/** Loads an optional code chunk. Shows what is missing on failure. Returns a function that cancels it. */
export function bringSoon<T>(load: () => Promise<T>, missing: string, use: (part: T) => void): () => void {
  let isWanted = true
  const onLoad = (part: T) => void (isWanted && use(part))
  const onError = (problem: unknown) => {
    if (isWanted) toast({ text: `${missing} ${wordsOf(problem)}`, action: remedy(problem, attempt) })
  }
  const attempt = () => void bring(load).then(onLoad, onError)
  attempt()
  return () => void (isWanted = false)
}

/** Shows a toast for an error, with a retry or reload button. */
export function tellFailure(problem: unknown, retry: () => void): void {
  toast({ text: wordsOf(problem), kind: 'wrong', action: remedy(problem, retry) })
}

/** Returns whether the server responds. A 5xx response is that of a gateway in front of it. */
async function isReachable(): Promise<boolean> {
  const options = { method: 'HEAD', headers: { accept: 'text/html' }, cache: 'no-store' } as const
  const response = await fetch('/', options).catch(() => undefined)
  return response !== undefined && response.status < 500
}

/** Reloads stylesheets that failed to load, since the bundler requests those of a chunk only once. */
async function reloadStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  const reloaded = links.filter(({ sheet }) => sheet === null).map(reloadLink)
  await Promise.all(reloaded)
}

const reloadLink = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const copy = link.cloneNode() as HTMLLinkElement
    copy.addEventListener('load', resolve)
    copy.addEventListener('error', reject)
    link.replaceWith(copy)
  })
