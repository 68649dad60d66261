import type * as english from '../apps.ts'
import { plural } from '../plural.ts'

export const appTexts: typeof english.appTexts = {
  intro:
    'Eine App handelt für Personen, die sie verbinden, im Rahmen dessen, was sie erlauben. Registriere eine für ein Programm, das andere verwenden; für eigene Skripte reicht ein Zugriffstoken.',
  create: 'App registrieren',
  createConfirm: 'App registrieren',
  edit: 'Bearbeiten…',
  editTitle: 'App bearbeiten',
  save: 'Speichern',
  none: 'Noch keine Apps.',
  name: 'Name',
  nameHint: 'Personen sehen ihn, wenn sie die App verbinden.',
  type: 'Art',
  redirects: 'Redirect-URIs',
  redirectsHint:
    'Eine pro Zeile: https, http auf diesem Rechner oder ein eigenes Schema wie com.example.app:/callback.',
  homepage: 'Website (optional)',
  privacy: 'Datenschutzerklärung (optional)',
  users: (n) => plural(n, { one: '# verbundene Person', other: '# verbundene Personen' }),
  clientId: (id) => `Client-ID ${id}`,
  copyId: 'Client-ID kopieren',
  copied: 'Client-ID kopiert',
  revoked: 'Widerrufen',
  rotate: 'Secret ersetzen…',
  rotateTitle: (name) => `Secret von ${name} ersetzen?`,
  rotateTexts: [
    'Ein neues Secret wird einmal angezeigt.',
    'Das jetzige Secret gilt noch 24 Stunden; ein älteres endet sofort.',
  ],
  rotateConfirm: 'Secret ersetzen',
  revoke: 'Widerrufen…',
  revokeTitle: (name) => `${name} widerrufen?`,
  revokeTexts: (n) => [
    `Alle Verbindungen enden sofort: ${plural(n, { one: '# Person', other: '# Personen' })}, in allen Organisationen.`,
    'Niemand kann sie wieder verbinden. Das lässt sich nicht rückgängig machen.',
  ],
  revokeConfirm: 'App widerrufen',
  secretTitle: (name) => `Secret von ${name}`,
  secret: 'Client-Secret',
  secretHint: 'Es wird einmal angezeigt. Speichere es so, dass nur die App es lesen kann.',
  oldSecret: 'Das frühere Secret gilt noch bis zu 24 Stunden.',
  reviewHint:
    'Die Betreiber des Servers listen geprüfte Apps auf. Bis dahin sehen Personen anderer Organisationen eine Warnung.',
}

export const appTypeNames: typeof english.appTypeNames = {
  confidential: 'Auf einem Server, mit Secret',
  public: 'Auf Geräten oder in Browsern, ohne Secret',
}

export const reviewStateNames: typeof english.reviewStateNames = { private: 'Nicht geprüft', listed: 'Geprüft' }
