import { defineMessages } from './define-messages.ts'

export const menuTexts = defineMessages('menuTexts', {
  newTab: 'Open in a new tab',
  copyLink: 'Copy the link',
  linkCopied: 'Link copied',
  pin: 'Pin to the sidebar',
  unpin: 'Remove from the pinned',
  pinned: (name: string) => `Pinned “${name}”`,
  unpinned: (name: string) => `Removed “${name}” from the pinned`,
  sprints: 'Sprints, milestones and members',
})
