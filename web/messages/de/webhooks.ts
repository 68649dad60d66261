import type * as english from '../webhooks.ts'
import { formatNumber, plural } from '../plural.ts'

export const webhookTexts: typeof english.webhookTexts = {
  intro:
    'Ein Webhook sendet Ereignisse dieser Organisation, sobald sie eintreten, an eine Adresse von dir, signiert mit seinem Secret.',
  create: 'Neuer Webhook',
  none: 'Noch keine Webhooks.',
  back: 'Alle Webhooks',
  edit: 'Bearbeiten…',
  test: 'Test senden',
  testing: 'Wird gesendet…',
  testFailed: 'Test fehlgeschlagen',
  testSucceeded: 'Test zugestellt',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  paused: (name) => `${name} ist pausiert`,
  resumed: (name) => `${name} ist aktiv`,
  rotate: 'Secret ersetzen…',
  remove: 'Löschen…',
  events: (count) => plural(count, { one: '# Ereignistyp', other: '# Ereignistypen' }),
  secret: 'Secret',
  oldSecret: 'das vorige Secret gilt bis',
  healthy: 'In Ordnung',
  failing: (count) =>
    plural(count, { one: 'Die letzte Zustellung schlug fehl', other: 'Die letzten # Zustellungen schlugen fehl' }),
  idle: 'Noch keine Ereignisse zugestellt',
  isPaused: 'Pausiert',
  lastDelivery: 'letzte Zustellung',
  unknownWebhook: 'Diesen Webhook gibt es nicht, oder er wurde gelöscht.',
  createTitle: 'Neuer Webhook',
  createConfirm: 'Webhook erstellen',
  editTitle: 'Webhook bearbeiten',
  save: 'Speichern',
  name: 'Name',
  url: 'Adresse',
  urlHint: 'https und vom Server aus erreichbar',
  chosen: (count) => (count === 0 ? 'Ereignisse' : `Ereignisse (${formatNumber(count)} ausgewählt)`),
  findEvent: 'Ereignis finden',
  resourceChosen: (count) => `${formatNumber(count)} ausgewählt`,
  resourceAll: 'alle',
  secretTitle: (name) => `Secret von „${name}“`,
  secretLabel: 'Secret',
  secretHint:
    'Kopiere es jetzt: Es wird nicht noch einmal angezeigt. Der Empfänger prüft damit die Signaturen der Zustellungen.',
  rotateTitle: (name) => `Secret von „${name}“ ersetzen?`,
  rotateTexts: [
    'Ein neues Secret wird erstellt und einmal angezeigt.',
    'Zustellungen werden 24 Stunden lang mit beiden signiert, damit der Empfänger ohne Unterbrechung wechseln kann.',
    'Ein zweites Ersetzen in dieser Zeit macht das aktuelle Secret sofort ungültig.',
  ],
  rotateConfirm: 'Neues Secret erstellen',
  removeTitle: (name) => `„${name}“ löschen?`,
  removeTexts: [
    'Es werden keine Ereignisse mehr dorthin gesendet, und wartende Zustellungen werden verworfen.',
    'Das lässt sich nicht rückgängig machen.',
  ],
  removeConfirm: 'Löschen',
}

export const disabledReasonTexts: typeof english.disabledReasonTexts = {
  consecutive_failures: 'Nach zu vielen Fehlern deaktiviert',
  gone: 'Deaktiviert: Der Endpunkt antwortete mit 410 Gone',
  owner_gone: 'Deaktiviert: Sein Inhaber ist gegangen oder darf keine Webhooks mehr verwalten',
}

export const deliveryTexts: typeof english.deliveryTexts = {
  title: 'Zustellungen',
  all: 'Alle',
  filter: 'Status',
  none: 'Keine Zustellungen im Protokoll.',
  noneMatch: 'Keine Zustellungen mit diesem Status.',
  refresh: 'Aktualisieren',
  isTest: 'Test',
  isReplay: 'Wiederholung',
  attempts: (attempt, max) =>
    attempt === 0 ? 'nicht gesendet' : `Versuch ${formatNumber(attempt)} von ${formatNumber(max)}`,
  next: 'nächster Versuch',
  response: 'Antwort',
  noResponse: 'keine Antwort',
  emptyResponse: 'Kein Antworttext vorhanden.',
  attemptsTitle: 'Versuche',
  headers: 'Header der Anfrage',
  payload: 'Payload',
  copyPayload: 'Payload kopieren',
  copied: 'Payload kopiert',
  replay: 'Wiederholen',
  replayed: 'Als neue Zustellung eingereiht',
  milliseconds: (ms) => `${formatNumber(ms)} ms`,
}

export const deliveryStatusNames: typeof english.deliveryStatusNames = {
  pending: 'Wartet',
  in_flight: 'Wird gesendet',
  succeeded: 'Zugestellt',
  failed: 'Fehlgeschlagen',
  dead: 'Aufgegeben',
}
