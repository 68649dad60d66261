const parts = new Map<string, Promise<void>>()

/** Runs the import of a lazy part once its styles are there. Replaces the loader of the bundler, which is larger. */
export const loadPart = <T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> =>
  Promise.all(files.map((file) => requestFile(`/${file}`))).then(load)

function requestFile(href: string): Promise<void> | undefined {
  if (!parts.has(href) && !document.querySelector(`link[href="${href}"]`)) parts.set(href, addLink(href))
  return parts.get(href)
}

const addLink = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    const isStyle = href.endsWith('.css')
    link.rel = isStyle ? 'stylesheet' : 'modulepreload'
    link.crossOrigin = ''
    link.href = href
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      parts.delete(href)
      link.remove()
      reject(new Error(href))
    })
    document.head.append(link)
    // The import itself waits for scripts, and reports their failures.
    if (!isStyle) resolve()
  })
