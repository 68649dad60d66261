import { closeSync, existsSync, openSync } from 'node:fs'

/**
 * Gives `use` a path to the folder that a unix socket fits into, whose own path has at most 107 bytes: on Linux the
 * folder is reached through its descriptor.
 */
export async function shortPath<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  if (!existsSync('/proc/self/fd')) return await use(folder)
  const descriptor = openSync(folder, 'r')
  try {
    return await use(`/proc/self/fd/${descriptor}`)
  } finally {
    closeSync(descriptor)
  }
}
