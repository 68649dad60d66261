import type * as english from '../organization.ts'
import { formatNumber, plural } from '../plural.ts'

export const organizationTexts: typeof english.organizationTexts = {
  general: 'Profil',
  name: 'Name',
  description: 'Beschreibung',
  email: 'Kontakt-E-Mail',
  save: 'Speichern',
  saved: 'Gespeichert',
  projects: 'Projekte',
  visibility: 'Sichtbarkeit neuer Projekte',
  visibilityHint: 'Für Projekte, die ohne Auswahl erstellt werden. Bestehende Projekte behalten ihre.',
  security: 'Sicherheit',
  secondFactor: 'Zweiten Faktor verlangen',
  secondFactorHint:
    'Mitglieder mit einem Konto dieses Servers richten bei der nächsten Anmeldung eine Authenticator-App oder einen Passkey ein. Wer sich über einen Identitätsanbieter anmeldet, ist nicht betroffen.',
  tokens: 'Token-Richtlinie',
  personal: 'Persönliche Tokens akzeptieren',
  personalHint: 'Sonst funktionieren nur Tokens von Dienstkonten und Apps.',
  requireExpiry: 'Ablaufdatum verlangen',
  maxLifetime: 'Längste Gültigkeit in Tagen',
  maxLifetimeHint: 'Von der Erstellung bis zum Ablauf. Leer: unbegrenzt.',
  badDays: (max) => `Gib eine Zahl von 1 bis ${formatNumber(max)} ein oder lass das Feld leer.`,
  savePolicy: 'Token-Richtlinie speichern',
  stopsNone: 'Das betrifft kein verwendetes Token.',
  stops: (count) => plural(count, { one: 'Das beendet # Token:', other: 'Das beendet # Tokens:' }),
  moreTokens: (count) => plural(count, { one: 'und # weiteres', other: 'und # weitere' }),
  policyTitle: (count) => plural(count, { one: '# Token beenden?', other: '# Tokens beenden?' }),
  policyConfirm: 'Speichern und beenden',
  policyHint: 'Sie funktionieren wieder, wenn du die Änderung rückgängig machst, bevor sie ablaufen.',
  audit: 'Audit-Log',
  retention: 'Aufbewahrung von Ereignissen in Tagen',
  retentionHint: 'Ältere Ereignisse werden im Audit-Log ausgeblendet und dann gelöscht. Leer: unbegrenzt.',
  danger: 'Gefahrenbereich',
  delete: 'Organisation löschen…',
  deleteHint: 'Löscht alles darin, für alle.',
  deleteOwners: 'Nur Inhaber können die Organisation löschen.',
  deleteTitle: (name) => `${name} löschen?`,
  deleteTexts: [
    'Alle Mitglieder verlieren sofort den Zugriff auf alle Projekte, Aufgaben, Dateien und Kommentare.',
    'Zugriffstokens, Webhooks und hier registrierte Apps funktionieren nicht mehr, Apps auch in anderen Organisationen.',
    'Das lässt sich nicht rückgängig machen.',
  ],
  deleteConfirm: 'Organisation löschen',
}

export const domainTexts: typeof english.domainTexts = {
  title: 'Domains',
  hint: 'Personen mit bestätigter E-Mail-Adresse einer nachgewiesenen Domain können beitreten, wenn sie in der Konsole beginnen.',
  proved: 'nachgewiesen',
  sent: (address) => `Ein Code wird an ${address} gesendet`,
  noMail: 'Dieser Server sendet keine E-Mails, daher kommt kein Code an. Sein Admin kann SMTP_URL setzen.',
  enterCode: 'Code eingeben',
  add: 'Domain hinzufügen',
  addTitle: 'Domain hinzufügen',
  domain: 'Domain',
  domainHint: 'Etwa example.com. Ein Code wird per E-Mail an postmaster dieser Domain gesendet.',
  codeTitle: (domain) => `${domain} nachweisen`,
  code: 'Code',
  codeHint: 'Aus der E-Mail, 24 Stunden gültig.',
  prove: 'Nachweisen',
  delete: (domain) => `${domain} löschen`,
  deleted: (domain) => `${domain} gelöscht`,
  mode: 'Art des Beitritts',
  modes: { instant: 'Als Mitglied, ohne Genehmigung', approval: 'Nachdem ein Admin zugestimmt hat' },
}

export const visibilityNames: typeof english.visibilityNames = {
  public: 'Offen für alle Mitglieder',
  private: 'Nur für hinzugefügte Personen',
}

export const grantTypeNames: typeof english.grantTypeNames = {
  personal: 'persönlich',
  service_account: 'Dienstkonto',
  authorization_code: 'App',
}

export const auditTexts: typeof english.auditTexts = {
  intro: 'Änderungen in der Organisation, neueste zuerst.',
  actor: 'Von',
  anyone: 'Allen',
  resource: 'Was',
  anything: 'Alles',
  from: 'Ab',
  to: 'Bis',
  clear: 'Filter zurücksetzen',
  csv: 'CSV herunterladen',
  none: 'Keine Ereignisse.',
  noneMatch: 'Keine Ereignisse passen zu den Filtern.',
  system: 'Das System',
  more: 'Mehr anzeigen',
  before: 'Vorher',
  after: 'Nachher',
  token: 'Token',
  request: 'Anfrage',
}
