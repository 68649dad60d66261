// Runs in every page before its own scripts, to measure what only the page can. Tests evaluate strings:
// `page.evaluate('trial.shift')`.
globalThis.trial = (() => {
  const trial = {
    /** Layout shifts without user input: their score and sources. */
    shift: 0,
    moved: [],
    painted: undefined,
    frames,
    paintAfter,
  }

  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      trial.shift += value
      trial.moved.push(...sources.map(({ node }) => node?.className ?? node?.nodeName))
    }
  }).observe({ type: 'layout-shift', buffered: true })

  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name === 'first-contentful-paint') trial.painted = startTime
    }
  }).observe({ type: 'paint', buffered: true })

  // Toasts disappear after 5 or 8 seconds, during which a busy machine may not look at the page.
  const { setTimeout: startTimer } = window
  window.setTimeout = (run, ms, ...more) => startTimer(run, ms === 5000 || ms === 8000 ? 5 * ms : ms, ...more)

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

  /** Measures the milliseconds of each frame; calls `step` with the frame number. */
  async function frames(count, step) {
    const times = []
    let last = await frame()
    for (let n = 0; n < count; n++) {
      step(n)
      const now = await frame()
      times.push(now - last)
      last = now
    }
    return times
  }

  /** Measures the milliseconds from an action to the end of the frame in which `holds` is first true. */
  async function paintAfter(action, condition) {
    const startedAt = performance.now()
    action()
    do await frame()
    while (!condition())
    // Messages sent in a frame's beginning arrive after its paint.
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', resolve, { once: true })
      port1.start()
      port2.postMessage(undefined)
    })
    return performance.now() - startedAt
  }

  return trial
})()
