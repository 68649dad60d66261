// Runs in pages in the language en-XA, whose translated texts begin with a mark: finds texts without it.
// Ignores what matches the given patterns.
globalThis.findUntranslated = (data) => {
  const mark = '\u200f'
  const attributes = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'title',
    'placeholder',
    'alt',
  ]
  /** Names of keys, code, and what users wrote. */
  const foreign = 'code, pre, kbd, script, style, noscript, textarea, #zones, [lang]:not(html)'
  const known = new RegExp(data.join('|'), 'gi')
  const isUntranslated = (text) => !text.includes(mark) && /\p{Script=Latin}{2}/u.test(text.replaceAll(known, ''))
  const found = new Set()
  const add = (holder, kind, text) => {
    if (isUntranslated(text))
      found.add(`${kind} of ${holder.localName}.${[...holder.classList].join('.')}: ${text.trim().slice(0, 60)}`)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data: text, parentElement: holder } = texts.currentNode
    if (!holder.closest(foreign)) add(holder, 'text', text)
  }
  for (const element of document.querySelectorAll('body *'))
    for (const name of attributes) if (element.hasAttribute(name)) add(element, name, element.getAttribute(name))
  add(document.documentElement, 'title', document.title)
  return [...found]
}
