import type * as english from '../section-forms.ts'
import { formatNumber, plural } from '../plural.ts'

export const sectionFormTexts: typeof english.sectionFormTexts = {
  addAfter: 'Ajouter une section après celle-ci',
  addTask: 'Créer une tâche ici',
  setStatus: 'Statut…',
  setColor: 'Couleur…',
  setLimit: 'Limite…',
  newTitle: 'Nouvelle section',
  editTitle: 'Modifier la section',
  name: 'Nom',
  nameMissing: 'Saisissez un nom',
  nameTaken: 'Une autre section porte ce nom. Saisissez-en un autre.',
  status: 'Statut de ses tâches',
  anyStatus: 'N’importe quel statut',
  statusHint: 'Les tâches déplacées ici prennent ce statut, et les tâches qui ont ce statut viennent ici.',
  statusFollows: (n, status) =>
    plural(n, {
      one: `Sa # tâche prendra le statut ${status}.`,
      other: `Ses # tâches prendront le statut ${status}.`,
    }),
  color: 'Couleur',
  noColor: 'Aucune couleur',
  colors: {
    blue: 'Bleu',
    teal: 'Turquoise',
    orange: 'Orange',
    purple: 'Pourpre',
    green: 'Vert',
    pink: 'Rose',
    sky: 'Bleu ciel',
    olive: 'Olive',
    violet: 'Violet',
    gray: 'Gris',
  },
  limit: 'Limite de tâches',
  limitHint: 'Affichée en rouge au-delà. Elle n’empêche personne d’ajouter des tâches.',
  limitInvalid: 'Saisissez un nombre entier de 1 à 999, ou laissez le champ vide.',
  save: 'Enregistrer',
  create: 'Créer la section',
  cancel: 'Annuler',

  deleteTitle: (name) => `Supprimer « ${name} » ?`,
  deleteTasks: (n) =>
    n === 0
      ? 'Elle n’a aucune tâche. Cette action est irréversible.'
      : plural(n, {
          one: 'Sa # tâche n’est pas supprimée : elle garde son statut et n’est ensuite dans aucune section. Cette action est irréversible.',
          other:
            'Ses # tâches ne sont pas supprimées : elles gardent leur statut et ne sont ensuite dans aucune section. Cette action est irréversible.',
        }),
  deleteNow: 'Supprimer la section',

  created: (name) => `Section « ${name} » créée`,
  changed: (name) => `Section « ${name} » modifiée`,
  moved: (name, place, of) => `Section « ${name} » déplacée en ${formatNumber(place)} sur ${formatNumber(of)}`,
  deleted: (name) => `Section « ${name} » supprimée`,
}
