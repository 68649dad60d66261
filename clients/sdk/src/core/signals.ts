/** Returns a signal that aborts with the first of several. Safari before 17.4 lacks `AbortSignal.any`. */
export function combineSignals(signals: readonly AbortSignal[]): AbortSignal {
  return AbortSignal.any?.([...signals]) ?? followAll(signals)
}

function followAll(signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController()
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal })
  }
  return either.signal
}
