import type * as english from '../webhooks.ts'
import { formatNumber, plural } from '../plural.ts'

export const webhookTexts: typeof english.webhookTexts = {
  intro:
    'Un webhook envoie les événements de cette organisation à l’une de vos adresses dès qu’ils se produisent, signés avec son secret.',
  create: 'Nouveau webhook',
  none: 'Aucun webhook pour l’instant.',
  back: 'Tous les webhooks',
  edit: 'Modifier…',
  test: 'Envoyer un test',
  testing: 'Envoi…',
  testFailed: 'Échec du test',
  testSucceeded: 'Test livré',
  pause: 'Suspendre',
  resume: 'Reprendre',
  paused: (name) => `${name} est suspendu`,
  resumed: (name) => `${name} est actif`,
  rotate: 'Remplacer le secret…',
  remove: 'Supprimer…',
  events: (count) => plural(count, { one: '# type d’événement', other: '# types d’événements' }),
  secret: 'secret',
  oldSecret: 'l’ancien secret est valable jusqu’à',
  healthy: 'En bon état',
  failing: (count) =>
    plural(count, { one: 'La dernière livraison a échoué', other: 'Les # dernières livraisons ont échoué' }),
  idle: 'Aucun événement livré pour l’instant',
  isPaused: 'Suspendu',
  lastDelivery: 'dernière livraison',
  unknownWebhook: 'Ce webhook n’existe pas, ou a été supprimé.',
  createTitle: 'Nouveau webhook',
  createConfirm: 'Créer le webhook',
  editTitle: 'Modifier le webhook',
  save: 'Enregistrer',
  name: 'Nom',
  url: 'Adresse',
  urlHint: 'https, et joignable depuis le serveur',
  chosen: (count) =>
    count === 0 ? 'Événements' : plural(count, { one: 'Événements (# choisi)', other: 'Événements (# choisis)' }),
  findEvent: 'Trouver un événement',
  resourceChosen: (count) => plural(count, { one: '# choisi', other: '# choisis' }),
  resourceAll: 'tous',
  secretTitle: (name) => `Secret de « ${name} »`,
  secretLabel: 'Secret',
  secretHint:
    'Copiez-le maintenant : il ne sera plus affiché. Le destinataire l’utilise pour vérifier les signatures des livraisons.',
  rotateTitle: (name) => `Remplacer le secret de « ${name} » ?`,
  rotateTexts: [
    'Un nouveau secret est créé et affiché une seule fois.',
    'Pendant 24 heures, les livraisons sont signées avec les deux, pour que le destinataire puisse passer de l’un à l’autre sans interruption.',
    'Un second remplacement pendant ce délai invalide immédiatement le secret actuel.',
  ],
  rotateConfirm: 'Créer un nouveau secret',
  removeTitle: (name) => `Supprimer « ${name} » ?`,
  removeTexts: [
    'Plus aucun événement ne lui est envoyé, et les livraisons en attente sont abandonnées.',
    'Cette action est irréversible.',
  ],
  removeConfirm: 'Supprimer',
}

export const disabledReasonTexts: typeof english.disabledReasonTexts = {
  consecutive_failures: 'Désactivé après trop d’échecs',
  gone: 'Désactivé : le point d’accès a répondu 410 Gone',
  owner_gone: 'Désactivé : son propriétaire est parti ou n’a plus le droit de gérer les webhooks',
}

export const deliveryTexts: typeof english.deliveryTexts = {
  title: 'Livraisons',
  all: 'Toutes',
  filter: 'Statut',
  none: 'Aucune livraison dans le journal.',
  noneMatch: 'Aucune livraison avec ce statut.',
  refresh: 'Actualiser',
  isTest: 'Test',
  isReplay: 'Relance',
  attempts: (attempt, max) =>
    attempt === 0 ? 'non envoyée' : `tentative ${formatNumber(attempt)} sur ${formatNumber(max)}`,
  next: 'prochaine tentative',
  response: 'Réponse',
  noResponse: 'aucune réponse',
  emptyResponse: 'Aucun corps de réponse à afficher.',
  attemptsTitle: 'Tentatives',
  headers: 'En-têtes de la requête',
  payload: 'Contenu',
  copyPayload: 'Copier le contenu',
  copied: 'Contenu copié',
  replay: 'Relancer',
  replayed: 'Remis en file comme nouvelle livraison',
  milliseconds: (ms) => `${formatNumber(ms)} ms`,
}

export const deliveryStatusNames: typeof english.deliveryStatusNames = {
  pending: 'En attente',
  in_flight: 'Envoi',
  succeeded: 'Livrée',
  failed: 'Échec',
  dead: 'Abandonnée',
}
