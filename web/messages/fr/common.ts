import type * as english from '../common.ts'
import { plural } from '../plural.ts'

export const commonTexts: typeof english.commonTexts = {
  keysInOrder: ', puis ',
  actions: (name) => `Actions pour « ${name} »`,
  close: 'Fermer',
  cancel: 'Annuler',
  retry: 'Réessayer',
  remove: (what) => `Retirer ${what}`,
  loading: 'Chargement',
  requestId: 'Requête',
  copy: 'Copier',
  notCopied: (text) => `Le navigateur a bloqué la copie. Copiez le texte à la main : ${text}`,
}

export const pickerTexts: typeof english.pickerTexts = {
  nothing: 'Aucun résultat',
  more: (count) =>
    plural(count, {
      one: '# autre. Saisissez du texte pour affiner.',
      other: '# autres. Saisissez du texte pour affiner.',
    }),
  make: (text) => `Créer « ${text} »`,
}

export const failureTexts: typeof english.failureTexts = {
  unreachable: 'Le serveur est inaccessible. Réessayez lorsque la connexion sera rétablie.',
  strange: 'Un problème est survenu.',
  lost: 'Cette partie de la page n’a pas pu être chargée, car le serveur est injoignable.',
  replaced:
    'Une version plus récente de cette page est disponible. Rechargez-la pour continuer. Vos brouillons sont enregistrés.',
  reload: 'Recharger',
  oldChange: 'Cette version de la page ne prend pas en charge cette modification. Rechargez la page.',
  deleted: 'Cet élément a été supprimé, ou vous n’y avez plus accès.',
  orphan: 'L’élément auquel appartient cette modification n’a pas pu être créé.',
  bug: 'Un problème est survenu dans cette page. La modification n’a pas été envoyée.',
  noFields: 'Les champs personnalisés ne peuvent pas être affichés pour le moment.',
}
