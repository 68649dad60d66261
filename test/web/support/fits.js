// Runs in pages with hostile names: finds elements that overflow, take their direction from a name,
// or were created by markup in a name.
;(() => {
  const isSeen = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('.hidden-text')
  const said = (one) =>
    `${one.localName}.${[...one.classList].join('.')} “${(one.textContent || one.ariaLabel || '').slice(0, 30)}”`
  /** Elements with intended horizontal scrolling. */
  const wide = '.board, .map, .markdown-table, .settings-scroll, .markdown pre'
  const controls = 'button, a[href], input, select, textarea, [role=option]'
  const strange = /[\u0590-\u06ff\u202a-\u202e\u2066-\u2069]/

  const scrolled = [document.documentElement, ...document.querySelectorAll('body *')].filter(
    (one) =>
      one.scrollWidth > one.clientWidth + 1 &&
      one.clientWidth > 0 &&
      !one.matches(wide) &&
      (one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX)),
  )
  const outside = [...document.querySelectorAll(controls)].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect()
    return width > 0 && (left < -1 || right > innerWidth + 1) && !one.closest(wide) && isSeen(one)
  })
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const loose = new Set()
  while (texts.nextNode()) {
    const { data, parentElement: holder } = texts.currentNode
    if (strange.test(data) && isSeen(holder) && !holder.closest('bdi, [dir=auto], option, textarea')) loose.add(holder)
  }
  const created = document.querySelectorAll('#root :is(img[src="x"], script, iframe)')
  return [
    ...scrolled.map((one) => `scrolls sideways: ${said(one)}`),
    ...outside.map((one) => `outside of the window: ${said(one)}`),
    ...[...loose].map((one) => `sets the direction of its surroundings: ${said(one)}`),
    ...[...created].map((one) => `made of a name: ${said(one)}`),
  ]
})()
