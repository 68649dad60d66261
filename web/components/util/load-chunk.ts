import { isBug } from '../../api/bugs.ts'
import { ChunkLoadError, getRecoveryAction, getErrorMessage, isLostConnection } from '../error-message.tsx'
import { blockKeys } from './block-keys.ts'
import { showToast } from '../toast.tsx'

/** Loads a chunk, with one retry. If it is still missing, a newer version of the console was deployed. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (isBug(error)) throw error
    if (!(await isReachable())) throw new ChunkLoadError(false)
  }
  try {
    return await load()
  } catch (error) {
    throw isBug(error) ? error : new ChunkLoadError(true)
  }
}

export async function withChunk<T>(load: () => Promise<T>, use: (part: T) => unknown): Promise<void> {
  const release = blockKeys()
  let part: T
  try {
    part = await loadChunk(load)
  } catch (problem) {
    release(false)
    return showErrorToast(problem, () => void withChunk(load, use))
  }
  const result = use(part)
  release(true)
  await result
}

export function loadOptionalChunk<T>(load: () => Promise<T>, missing: string, use: (part: T) => void): () => void {
  let isWanted = true
  const onLoad = (part: T) => void (isWanted && use(part))
  const onError = (problem: unknown) => {
    if (isWanted)
      showToast({
        text: `${missing} ${getErrorMessage(problem)}`,
        action: getRecoveryAction(problem, tryLoad),
        stays: true,
        onOnline: isLostConnection(problem) ? tryLoad : undefined,
      })
  }
  const tryLoad = () => void loadChunk(load).then(onLoad, onError)
  tryLoad()
  return () => void (isWanted = false)
}

/** Shows an error, until the connection is back if that was the reason. */
export function showErrorToast(problem: unknown, retry?: () => void): void {
  showToast({
    text: getErrorMessage(problem),
    kind: 'wrong',
    ...(retry && { action: getRecoveryAction(problem, retry) }),
    onOnline: isLostConnection(problem) ? () => {} : undefined,
  })
}

/** Returns whether the server responds. A 5xx response is that of a gateway in front of it. */
async function isReachable(): Promise<boolean> {
  const options = { method: 'HEAD', headers: { accept: 'text/html' }, cache: 'no-store' } as const
  const response = await fetch('/', options).catch(() => undefined)
  return response !== undefined && response.status < 500
}
