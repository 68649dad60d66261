import type * as english from '../apps.ts'
import { plural } from '../plural.ts'

export const appTexts: typeof english.appTexts = {
  intro:
    'Une application agit pour les personnes qui la connectent, dans les limites de ce qu’elles autorisent. Enregistrez-en une pour un programme que d’autres utilisent ; pour vos propres scripts, un jeton d’accès suffit.',
  create: 'Enregistrer une application',
  createConfirm: 'Enregistrer l’application',
  edit: 'Modifier…',
  editTitle: 'Modifier l’application',
  save: 'Enregistrer',
  none: 'Aucune application pour l’instant.',
  name: 'Nom',
  nameHint: 'Les personnes le voient quand elles connectent l’application.',
  type: 'Genre',
  redirects: 'URI de redirection',
  redirectsHint:
    'Une par ligne : https, http sur cette machine, ou un schéma propre tel que com.example.app:/callback.',
  homepage: 'Page d’accueil (facultatif)',
  privacy: 'Politique de confidentialité (facultatif)',
  users: (n) => plural(n, { one: '# personne connectée', other: '# personnes connectées' }),
  clientId: (id) => `Identifiant client ${id}`,
  copyId: 'Copier l’identifiant client',
  copied: 'Identifiant client copié',
  revoked: 'Révoquée',
  rotate: 'Remplacer le secret…',
  rotateTitle: (name) => `Remplacer le secret de ${name} ?`,
  rotateTexts: [
    'Un nouveau secret est affiché une seule fois.',
    'Le secret actuel reste valable 24 heures ; un secret plus ancien cesse immédiatement de l’être.',
  ],
  rotateConfirm: 'Remplacer le secret',
  revoke: 'Révoquer…',
  revokeTitle: (name) => `Révoquer ${name} ?`,
  revokeTexts: (n) => [
    `Toutes les connexions prennent fin immédiatement : ${plural(n, { one: '# personne', other: '# personnes' })}, dans toutes les organisations.`,
    'Personne ne pourra la reconnecter. Cette action est irréversible.',
  ],
  revokeConfirm: 'Révoquer l’application',
  secretTitle: (name) => `Secret de ${name}`,
  secret: 'Secret client',
  secretHint: 'Il est affiché une seule fois. Conservez-le là où seule l’application peut le lire.',
  oldSecret: 'L’ancien secret reste valable jusqu’à 24 heures.',
  reviewHint:
    'Les exploitants du serveur répertorient les applications vérifiées. D’ici là, les personnes d’autres organisations voient un avertissement.',
}

export const appTypeNames: typeof english.appTypeNames = {
  confidential: 'Sur un serveur, avec un secret',
  public: 'Sur des appareils ou dans des navigateurs, sans secret',
}

export const reviewStateNames: typeof english.reviewStateNames = { private: 'Non vérifiée', listed: 'Vérifiée' }
