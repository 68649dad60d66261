import { chromium, type Browser } from 'playwright-core'
import { chromiumPath } from './chromium.ts'

const quiet = ['--disable-quic', '--no-first-run', '--disable-component-update']

let launched: Promise<Browser> | undefined

/**
 * The browser of this worker, which its files have in common: to start one takes a processor for a second. It ends with the
 * worker. Whoever opens a profile in it closes that.
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
