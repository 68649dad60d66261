// Runs in every page of the trials before its own scripts, to see what only the page can see. Trials ask it by strings:
// `page.evaluate('trial.shift')`.
globalThis.trial = (() => {
  const trial = {
    /** How far things on the page have moved by themselves, and which. */
    shift: 0,
    moved: [],
    /** Milliseconds until something was first painted. */
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

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

  /** Milliseconds of each frame in which `step` is called with the number of the frame. */
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

  /** Milliseconds from an act to the end of the frame in which `holds` is first true. */
  async function paintAfter(act, holds) {
    const began = performance.now()
    act()
    do await frame()
    while (!holds())
    // What is sent while a frame begins is heard when it is painted.
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', resolve, { once: true })
      port1.start()
      port2.postMessage(undefined)
    })
    return performance.now() - began
  }

  return trial
})()
