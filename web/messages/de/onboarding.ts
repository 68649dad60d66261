import type * as english from '../onboarding.ts'

export const signInTexts: typeof english.signInTexts = {
  title: 'Bei svc anmelden',
  text: 'Aufgaben und Pläne deiner Organisation, live.',
  button: 'Anmelden',
}

export const secondFactorTexts: typeof english.secondFactorTexts = {
  title: (org) => `${org} verlangt einen zweiten Faktor`,
  text: 'Melde dich neu an, um einen einzurichten oder deinen zu verwenden. Deine anderen Organisationen bleiben offen.',
  button: 'Neu anmelden',
  others: 'Deine anderen Organisationen',
}

export const onboardingTexts: typeof english.onboardingTexts = {
  title: (name) => (name ? `Willkommen, ${name}` : 'Willkommen'),
  signedIn: (who) =>
    `Angemeldet als ${who}. Um einer bestehenden Organisation beizutreten, bitte ihren Admin um Zugang.`,
  invitedTo: 'Du bist eingeladen',
  invitation: (org, role) => `${org} lädt dich als ${role} ein`,
  by: (email) => `Eingeladen von ${email}`,
  accept: 'Beitreten',
  reject: 'Ablehnen',
  joinable: 'Organisationen deiner E-Mail-Domain',
  byDomain: 'Mit deiner E-Mail-Adresse kannst du beitreten',
  join: (org) => `${org} beitreten`,
  askToJoin: 'Beitritt anfragen',
  asked: 'Du hast den Beitritt angefragt. Ein Admin entscheidet.',
  org: 'Organisation',
  orgHint: 'Der Name deines Unternehmens, Vereins oder Teams',
  project: 'Erstes Projekt',
  projectHint: 'Was du schaffen willst, etwa „Frühjahrsstart“',
  invite: 'Personen einladen',
  inviteHint: 'E-Mail-Adressen, durch Kommas getrennt. Das geht auch später.',
  task: 'Erste Aufgabe',
  taskHint: 'Was ist zuerst zu tun?',
  begin: 'Loslegen',
  beginning: 'Wird eingerichtet…',
  back: 'Zurück',
  required: 'Gib einen Namen ein',
  badAddress: (text) => `„${text}“ ist keine E-Mail-Adresse`,
  notInvited: (addresses) => `${addresses} konnte nicht eingeladen werden`,
}

export const projectTexts: typeof english.projectTexts = {
  title: 'Neues Projekt',
  name: 'Name',
  prefix: 'Präfix der Aufgabenschlüssel (optional)',
  prefixHint: 'Etwa QUAY für QUAY-12. Wird sonst aus dem Namen abgeleitet.',
  sections: 'Abschnitte',
  presets: {
    none: 'Keine',
    simple: 'Einfach: To do, Doing, Done',
    software: 'Software: Backlog, To do, In progress, In review, Done',
  },
  presetHint: 'Jeder Abschnitt steht für einen Status. Sie können später geändert werden.',
  make: 'Projekt erstellen',
}

export const inviteTexts: typeof english.inviteTexts = {
  title: 'Personen einladen',
  addresses: 'E-Mail-Adressen',
  addressesHint: (origin) =>
    `Durch Kommas oder Leerzeichen getrennt. Die Personen treten mit dem Link bei, den du oder der Server ihnen sendet, oder wenn sie sich auf ${origin} anmelden`,
  required: 'Gib eine E-Mail-Adresse ein',
  role: 'Rolle',
  roleHints: {
    owner: 'Voller Zugriff, kann weitere Inhaber ernennen',
    admin: 'Verwaltet Personen, Projekte und Einstellungen',
    member: 'Sieht, was für die Organisation offen ist, und erstellt Projekte und Aufgaben',
    guest: 'Sieht nur die Projekte, zu denen er hinzugefügt wird',
  },
  send: 'Einladen',
  invited: (addresses) => `${addresses} eingeladen`,
  linksTitle: 'Diese Links senden',
  linksHint:
    'Mit jedem Link kann die jeweilige Person einmal beitreten. Sie werden nicht noch einmal angezeigt: Sende jeden nur an die Person, für die er ist.',
  copyLink: 'Kopieren',
  linkCopied: 'Link kopiert',
  copyLinks: 'Alle kopieren',
  linksCopied: 'Links kopiert',
  linksDone: 'Fertig',
}

export const roleNames: typeof english.roleNames = {
  owner: 'Inhaber',
  admin: 'Admin',
  member: 'Mitglied',
  guest: 'Gast',
}
