/** Gives `AbortSignal.any` to a browser without it, such as Safari before 17.4: the client needs it for every request. */
export function provideAnySignal(): void {
  const { any } = AbortSignal as Partial<typeof AbortSignal>
  if (!any) Object.assign(AbortSignal, { any: followAll })
}

function followAll(signals: Iterable<AbortSignal>): AbortSignal {
  const either = new AbortController()
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal })
  }
  return either.signal
}
