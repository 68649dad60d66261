import type * as english from '../tokens.ts'
import { plural } from '../plural.ts'

export const tokenTexts: typeof english.tokenTexts = {
  intro:
    'Un jeton permet à un script, une application ou une ligne de commande d’agir en votre nom ou comme compte de service. Il peut faire ce que permettent à la fois ses portées et le rôle de son compte.',
  create: 'Nouveau jeton',
  personalOff: 'Votre organisation n’accepte pas les jetons personnels. Utilisez un jeton d’un compte de service.',
  mine: 'Vos jetons',
  all: 'Tous les jetons',
  which: 'Jetons',
  showOld: 'Afficher les expirés et les révoqués',
  none: 'Aucun jeton pour l’instant.',
  expires: 'expire',
  expired: 'expiré',
  revokedAt: 'révoqué',
  neverExpires: 'n’expire pas',
  lastUsed: 'utilisé',
  neverUsed: 'jamais utilisé',
  actsAs: (name) => `agit comme ${name}`,
  readOnly: 'Lecture seule',
  app: 'Application',
  rename: 'Renommer…',
  rotate: 'Remplacer par un nouveau jeton…',
  revoke: 'Révoquer…',
  name: 'Nom',
  nameHint: 'Ce qui l’utilise, comme « Rapport nocturne »',
  renameTitle: 'Renommer le jeton',
  save: 'Enregistrer',
  scopes: 'Portées',
  noAccess: 'Aucun accès',
  read: 'Lecture',
  write: 'Lecture et écriture',
  everything: 'Tout, y compris le journal d’audit',
  expiry: 'Expiration',
  inDays: (days) => plural(days, { one: 'dans # jour', other: 'dans # jours' }),
  never: 'Jamais',
  actor: 'Agit comme',
  me: 'Vous',
  createTitle: 'Nouveau jeton d’accès',
  createConfirm: 'Créer le jeton',
  secretTitle: (name) => `Jeton « ${name} »`,
  secretLabel: 'Jeton',
  secretHint: 'Copiez-le maintenant : il ne sera plus affiché. Traitez-le comme un mot de passe.',
  rotateTitle: (name) => `Remplacer « ${name} » par un nouveau jeton ?`,
  rotateTexts: [
    'Un nouveau jeton avec le même nom, les mêmes portées et la même durée de vie est créé et affiché une seule fois.',
    'Le jeton actuel reste valable 60 secondes, pour que vous puissiez le remplacer là où il est utilisé.',
  ],
  rotateConfirm: 'Créer un nouveau jeton',
  revokeTitle: (name) => `Révoquer « ${name} » ?`,
  revokeTexts: ['Il cesse immédiatement de fonctionner, où qu’il soit utilisé. Cette action est irréversible.'],
  revokeAppTexts: [
    'Il cesse immédiatement de fonctionner. La connexion de l’application à laquelle il appartient prend fin ; il faudra donc reconnecter l’application.',
  ],
  revokeConfirm: 'Révoquer',
}

export const tokenStatusNames: typeof english.tokenStatusNames = {
  active: 'Actif',
  revoked: 'Révoqué',
  expired: 'Expiré',
}

export const scopeHints: typeof english.scopeHints = {
  'tasks:read': 'Voir les tâches, commentaires, pièces jointes, historiques, sections et vues enregistrées',
  'tasks:write': 'Aussi les créer, les modifier et les supprimer',
  'projects:read': 'Voir les projets, leurs membres, fichiers, objectifs et feuilles de route',
  'projects:write': 'Aussi les créer, les modifier et les supprimer',
  'teams:read': 'Voir les équipes, sprints, jalons et disponibilités',
  'teams:write': 'Aussi les créer, les modifier et les supprimer',
  'org:read': 'Voir l’organisation, ses paramètres, membres, invitations et jetons',
  'org:write': 'Aussi les modifier, inviter des personnes et créer des jetons',
  'webhooks:read': 'Voir les webhooks et ce qu’ils ont livré',
  'webhooks:write': 'Aussi les créer, les modifier, les tester et les supprimer',
  admin: 'Tout ce qui précède, et le journal d’audit',
}

export const scopeResourceNames: typeof english.scopeResourceNames = {
  tasks: 'Tâches',
  projects: 'Projets',
  teams: 'Équipes',
  org: 'Organisation',
  webhooks: 'Webhooks',
}

export const serviceAccountTexts: typeof english.serviceAccountTexts = {
  title: 'Comptes de service',
  intro:
    'Des membres pour les programmes : ils ne peuvent pas se connecter, agissent par des jetons et survivent aux personnes qui les ont créés.',
  create: 'Nouveau compte de service',
  createConfirm: 'Créer',
  none: 'Aucun compte de service pour l’instant.',
  tokens: (count) => plural(count, { one: '# jeton valide', other: '# jetons valides' }),
  newToken: 'Nouveau jeton…',
  rename: 'Renommer…',
  renameTitle: 'Renommer le compte de service',
  deactivate: 'Désactiver…',
  deactivated: 'Désactivé',
  deactivateTitle: (name) => `Désactiver ${name} définitivement ?`,
  deactivateTexts: [
    'Tous ses jetons cessent immédiatement de fonctionner.',
    'Il quitte ses projets et ses équipes. Ce dont il est seul propriétaire, et les tâches que lui seul peut voir, vous reviennent.',
    'Cette action est irréversible.',
  ],
}
