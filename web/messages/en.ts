/** The texts of what every screen shares. A screen's own are in a file beside this one. */
export const texts = {
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  remove: (what: string) => `Remove ${what}`,
  loading: 'Loading',
  requestId: 'Request',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: (text: string) => `This browser does not allow copying. Copy the text yourself: ${text}`,
} as const

export const pickerTexts = {
  find: 'Find',
  nothing: 'Nothing fits',
  more: (count: number) => `${count} more: type to narrow it down`,
  make: (text: string) => `Make “${text}”`,
} as const

export const dateTexts = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  yesterday: 'Yesterday',
  nextWeek: 'Next week',
  none: 'No date',
  earlier: 'The month before',
  later: 'The month after',
  write: 'A day: fri, in 2 weeks, 24 dec',
  means: (day: string) => `Press Enter for ${day}`,
  unknown: 'This is no day',
} as const

export const failureTexts = {
  unreachable: 'The server can’t be reached. What you changed is kept and sent once it can.',
  strange: 'Something went wrong here.',
  lost: 'This part of the page could not be loaded: the server can’t be reached.',
  replaced: 'There is a newer version of this page, which has to be loaded for this. What you wrote is kept.',
  reload: 'Reload',
} as const
