import type * as english from '../organization.ts'
import { formatNumber, plural } from '../plural.ts'

export const organizationTexts: typeof english.organizationTexts = {
  general: 'Profil',
  name: 'Nom',
  description: 'Description',
  email: 'E-mail de contact',
  save: 'Enregistrer',
  saved: 'Enregistré',
  projects: 'Projets',
  visibility: 'Visibilité des nouveaux projets',
  visibilityHint: 'Pour les projets créés sans choix explicite. Les projets existants gardent la leur.',
  security: 'Sécurité',
  secondFactor: 'Exiger un second facteur',
  secondFactorHint:
    'Les membres qui ont un compte sur ce serveur ont besoin d’une application d’authentification ou d’une clé d’accès. Les personnes qui se connectent via un fournisseur d’identité ne sont pas concernées.',
  secondFactorTitle: 'Exiger un second facteur ?',
  secondFactorConfirm: 'L’exiger',
  secondFactorTexts: [
    'Les membres connectés sans second facteur sont aussitôt redirigés vers la page de connexion et en configurent un.',
    'Leurs modifications non envoyées le sont ensuite, et leurs autres organisations restent ouvertes.',
    'Les jetons d’accès continuent de fonctionner.',
  ],
  secondFactorOffTitle: 'Ne plus exiger de second facteur ?',
  secondFactorOff: 'Ne plus l’exiger',
  secondFactorOffTexts: [
    'Les membres peuvent ouvrir l’organisation avec le mot de passe seul.',
    'Les seconds facteurs que les membres ont configurés sont conservés.',
  ],
  tokens: 'Politique des jetons',
  personal: 'Accepter les jetons personnels',
  personalHint: 'Sinon, seuls les jetons des comptes de service et des applications fonctionnent.',
  requireExpiry: 'Exiger une expiration',
  maxLifetime: 'Durée de vie maximale en jours',
  maxLifetimeHint: 'De la création à l’expiration. Vide : sans limite.',
  badDays: (max) => `Saisissez un nombre de 1 à ${formatNumber(max)}, ou laissez le champ vide.`,
  savePolicy: 'Enregistrer la politique des jetons',
  stops: (count) => plural(count, { one: 'Cela arrête # jeton :', other: 'Cela arrête # jetons :' }),
  moreTokens: (count) => plural(count, { one: 'et # autre', other: 'et # autres' }),
  policyTitle: (count) => plural(count, { one: 'Arrêter # jeton ?', other: 'Arrêter # jetons ?' }),
  policyConfirm: 'Enregistrer et les arrêter',
  policyHint: 'Ils fonctionneront à nouveau si vous annulez la modification avant leur expiration.',
  audit: 'Journal d’audit',
  retention: 'Durée de conservation des événements, en jours',
  retentionHint: 'Les événements plus anciens sont masqués du journal d’audit, puis supprimés. Vide : sans limite.',
  danger: 'Zone de danger',
  delete: 'Supprimer l’organisation…',
  deleteHint: 'Supprime tout son contenu, pour tout le monde.',
  deleteOwners: 'Seuls les propriétaires peuvent supprimer l’organisation.',
  deleteTitle: (name) => `Supprimer ${name} ?`,
  deleteTexts: [
    'Tous les membres perdent immédiatement l’accès à tous les projets, tâches, fichiers et commentaires.',
    'Les jetons d’accès, les webhooks et les applications enregistrées ici cessent de fonctionner, les applications aussi dans d’autres organisations.',
    'Cette action est irréversible.',
  ],
  deleteConfirm: 'Supprimer l’organisation',
}

export const domainTexts: typeof english.domainTexts = {
  title: 'Domaines',
  hint: 'Les personnes qui ont une adresse e-mail vérifiée d’un domaine prouvé peuvent rejoindre l’organisation quand elles commencent dans la console.',
  proved: 'prouvé',
  sent: (address) => `Un code est envoyé à ${address}`,
  noMail: 'Ce serveur n’envoie pas d’e-mails, donc aucun code n’arrivera. Son administrateur peut définir SMTP_URL.',
  enterCode: 'Saisir le code',
  add: 'Ajouter un domaine',
  addTitle: 'Ajouter un domaine',
  domain: 'Domaine',
  domainHint: 'Comme example.com. Un code est envoyé par e-mail à postmaster de ce domaine.',
  codeTitle: (domain) => `Prouver ${domain}`,
  code: 'Code',
  codeHint: 'Dans l’e-mail, valable 24 heures.',
  prove: 'Prouver',
  delete: (domain) => `Supprimer ${domain}`,
  deleted: (domain) => `${domain} supprimé`,
  mode: 'Mode d’adhésion',
  modes: {
    instant: 'En tant que membre, sans approbation',
    approval: 'Après l’accord d’un administrateur',
  },
}

export const visibilityNames: typeof english.visibilityNames = {
  public: 'Ouvert à tous les membres',
  private: 'Seulement pour les personnes ajoutées',
}

export const grantTypeNames: typeof english.grantTypeNames = {
  personal: 'personnel',
  service_account: 'compte de service',
  authorization_code: 'application',
}

export const auditTexts: typeof english.auditTexts = {
  intro: 'Modifications dans l’organisation, les plus récentes d’abord.',
  actor: 'Par',
  anyone: 'Tout le monde',
  resource: 'Quoi',
  anything: 'Tout',
  from: 'Du',
  to: 'Au',
  clear: 'Effacer les filtres',
  csv: 'Télécharger en CSV',
  none: 'Aucun événement.',
  noneMatch: 'Aucun événement ne correspond aux filtres.',
  system: 'Le système',
  more: 'Afficher plus',
  before: 'Avant',
  after: 'Après',
  token: 'jeton',
  request: 'requête',
}
