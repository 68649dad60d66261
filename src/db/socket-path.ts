import { closeSync, existsSync, openSync } from 'node:fs'

/** Shortens a path to the 107 bytes of a Unix socket: on Linux, through the folder's descriptor. */
export async function withShortSocketPath<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  if (!existsSync('/proc/self/fd')) return await use(folder)
  const descriptor = openSync(folder, 'r')
  try {
    return await use(`/proc/self/fd/${descriptor}`)
  } finally {
    closeSync(descriptor)
  }
}
