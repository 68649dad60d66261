import { chromium, type Browser } from 'playwright-core'
import { chromiumPath } from './chromium.ts'

const quiet = ['--disable-quic', '--no-first-run', '--disable-component-update']

let launched: Promise<Browser> | undefined

/**
 * Returns the browser of this worker, shared because a start takes a second of CPU time. It ends with the worker;
 * callers close the contexts that they open.
 */
export function useBrowser(): Promise<Browser> {
  launched ??= chromium
    .launch({
      executablePath: chromiumPath!,
      args: ['--no-sandbox', '--disable-gpu', ...quiet],
      headless: process.env.HEADED !== '1',
    })
    .then((browser) => browser.once('disconnected', () => (launched = undefined)))
  return launched
}
