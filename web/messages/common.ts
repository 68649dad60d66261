import { defineMessages } from './define-messages.ts'
import { formatNumber } from './plural.ts'

export const commonTexts = defineMessages('commonTexts', {
  /** Between the keys of a sequence. */
  keysInOrder: ' then ',
  actions: (name: string) => `Actions for “${name}”`,
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  remove: (what: string) => `Remove ${what}`,
  loading: 'Loading',
  requestId: 'Request',
  copy: 'Copy',
  notCopied: (text: string) => `Copying was blocked. Copy this: ${text}`,
})

export const pickerTexts = defineMessages('pickerTexts', {
  nothing: 'No results',
  more: (count: number) => `${formatNumber(count)} more. Type to narrow the list.`,
  make: (text: string) => `Create “${text}”`,
})

export const failureTexts = defineMessages('failureTexts', {
  unreachable: 'The server can’t be reached. Try again when the connection is back.',
  strange: 'Something went wrong.',
  lost: 'This part of the page could not be loaded. The server can’t be reached.',
  replaced: 'A newer version of this page is available. Your drafts are saved. Reload to continue.',
  reload: 'Reload',
  /** Problems of changes that the console cannot send. */
  oldChange: 'This page is too old for this change. Reload it.',
  deleted: 'This was deleted, or you lost access to it.',
  orphan: 'The item of this change could not be created.',
  bug: 'Something went wrong. The change was not sent.',
  noFields: 'Custom fields can’t be shown right now.',
})
