// Runs in pages whose controls are all pressed: `press` presses the next control that was not pressed yet.
globalThis.offered = (() => {
  const seen = new Set()
  /** Controls that opened the current layer: pressed again while it has more, up to a limit. */
  let way = []
  const again = new Map()
  function pressAgain(key) {
    again.set(key, (again.get(key) ?? 0) + 1)
    if (again.get(key) < 20) seen.delete(key)
  }

  const layers = 'dialog[open], [data-floating]:popover-open'
  const things = 'button, [role=menuitem], [role=menuitemcheckbox], [role=option], [role=checkbox]'
  const nameOf = (one) =>
    (one.getAttribute('aria-label') ?? one.title ?? '') + ' ' + one.textContent.trim().replaceAll(/\d+/g, '#')
  const last = /delete|remove|restore|end/i

  const isOpen = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.ariaDisabled !== 'true'

  /** Options of a picker are interchangeable, but commands and places are not. */
  function keyOf(layer, one) {
    const place = layer === document.body ? '' : (layer.getAttribute('aria-label') ?? layer.textContent.slice(0, 20))
    const isChoice = one.role === 'option' && !layer.querySelector('.palette-list')
    return place + ' / ' + (isChoice ? 'a choice' : nameOf(one))
  }

  function fill(layer) {
    for (const field of layer.querySelectorAll('input:not([type]), input[type=text], textarea')) {
      if (field.value || field.role === 'combobox') continue
      field.value = 'Tried'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  }

  /** Presses a control and returns its name, or nothing when the layer is done. */
  function press(skipped, frame) {
    const layer = [...document.querySelectorAll(layers)].filter((one) => one.checkVisibility()).at(-1) ?? document.body
    if (layer === document.body) way = []
    else fill(layer)
    const left = [...layer.querySelectorAll(things)]
      .filter((one) => isOpen(one) && (frame || !one.closest('nav')))
      .map((one) => ({ one, key: keyOf(layer, one) }))
      .filter(({ key }) => !seen.has(key) && !new RegExp(skipped, 'i').test(key))
    const next = left.find(({ key }) => !last.test(key)) ?? left[0]
    if (!next) return { layer: layer !== document.body }
    const at = way.findIndex((one) => one.layer === layer)
    if (at >= 0) way.length = at
    if (left.some(({ key }) => key !== next.key)) for (const { key } of way) pressAgain(key)
    seen.add(next.key)
    way.push({ layer, key: next.key })
    next.one.click()
    return { pressed: next.key, layer: layer !== document.body }
  }

  return { press }
})()
