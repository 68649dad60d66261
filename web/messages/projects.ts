import { defineMessages } from './define-messages.ts'

export const projectSettingTexts = defineMessages('projectSettingTexts', {
  about: 'About the project',
  edit: 'Edit project…',
  title: 'Edit project',
  name: 'Name',
  nameMissing: 'Enter a name',
  prefix: 'Prefix of task keys',
  prefixHint: (key: string) =>
    `Used in keys such as ${key}. After a change, all keys with former prefixes still lead to their tasks: in links, commits, branches and texts.`,
  prefixChange: (before: string, after: string) =>
    `${before}-12 will be shown as ${after}-12, and ${before}-12 still leads to it. No other project can use ${before}.`,
  prefixInvalid: 'Enter 2 to 10 letters or digits, beginning with a letter.',
  icon: 'Icon',
  noIcon: 'No icon',
  icons: {
    goal: 'Target',
    flag: 'Flag',
    bug: 'Bug',
    layers: 'Layers',
    chart: 'Chart',
    diamond: 'Diamond',
    robot: 'Robot',
    organization: 'Building',
    mail: 'Letter',
    calendar: 'Calendar',
    lock: 'Lock',
    inbox: 'Inbox',
  },
  save: 'Save',
  cancel: 'Cancel',
  changed: (name: string) => `Changed the project “${name}”`,
})
