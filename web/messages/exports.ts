import { defineMessages } from './define-messages.ts'

export const exportTexts = defineMessages('exportTexts', {
  organization: 'Organization',
  organizationHint:
    'Everything in the organization, private projects, restricted tasks and files included, as a zip archive in an open format. It contains no tokens and no secrets of webhooks.',
  startOrganization: 'Export organization',
  ownersOnly: (owners: string) =>
    owners
      ? `Only owners of the organization can export it. Ask ${owners}.`
      : 'Only owners of the organization can export it.',
  project: 'One project',
  projectHint: 'Its sections, goals, roadmap, tasks, comments and files. People are in it by their names only.',
  chooseProject: 'Project',
  startProject: 'Export project',
  noProject: 'You own no project here. Owners of a project can export it.',
  mineHint:
    'Tasks that you created, are assigned to or commented on, your comments, personal sections and views, and preferences of notifications, as a zip archive in an open format.',
  startMine: 'Export my data',
  waiting: 'Waiting to start…',
  writing: 'Writing the archive…',
  counts: (counts: string) => `So far: ${counts}`,
  leave: 'You can leave this page: the inbox tells when the archive is ready.',
  ready: 'The archive is ready.',
  download: (size: string) => `Download (${size})`,
  expires: 'Deleted',
  failed: 'The export failed.',
  again: 'Start a new export',
  gone: 'The last export has been deleted: archives are stored for 7 days.',
})
