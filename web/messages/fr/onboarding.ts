import type * as english from '../onboarding.ts'

export const signInTexts: typeof english.signInTexts = {
  title: 'Se connecter à svc',
  text: 'Les tâches et les plans de votre organisation, en direct.',
  button: 'Se connecter',
}

export const secondFactorTexts: typeof english.secondFactorTexts = {
  title: (org) => `${org} exige un second facteur`,
  text: 'Reconnectez-vous pour en configurer un ou utiliser le vôtre. Vos autres organisations restent ouvertes.',
  button: 'Se reconnecter',
  others: 'Vos autres organisations',
}

export const onboardingTexts: typeof english.onboardingTexts = {
  title: (name) => (name ? `Bienvenue, ${name}` : 'Bienvenue'),
  signedIn: (who) =>
    `Vous êtes connecté en tant que ${who}. Pour rejoindre une organisation existante, demandez l’accès à son administrateur.`,
  invitedTo: 'Vous êtes invité',
  invitation: (org, role) => `${org} vous invite comme ${role}`,
  by: (email) => `Invité par ${email}`,
  accept: 'Rejoindre',
  reject: 'Refuser',
  joinable: 'Organisations de votre domaine de messagerie',
  byDomain: 'Votre adresse e-mail vous permet de rejoindre',
  join: (org) => `Rejoindre ${org}`,
  askToJoin: 'Demander à rejoindre',
  asked: 'Vous avez demandé à rejoindre. Un administrateur décidera.',
  org: 'Organisation',
  orgHint: 'Le nom de votre entreprise, association ou équipe',
  project: 'Premier projet',
  projectHint: 'Ce que vous voulez accomplir, comme « Lancement du printemps »',
  invite: 'Inviter des personnes',
  inviteHint: 'Adresses e-mail, séparées par des virgules. Vous pouvez le faire plus tard.',
  task: 'Première tâche',
  taskHint: 'Que faut-il faire en premier ?',
  begin: 'Commencer',
  beginning: 'Préparation…',
  back: 'Retour',
  required: 'Saisissez un nom',
  badAddress: (text) => `« ${text} » n’est pas une adresse e-mail`,
  notInvited: (addresses) => `Impossible d’inviter ${addresses}`,
}

export const projectTexts: typeof english.projectTexts = {
  title: 'Nouveau projet',
  name: 'Nom',
  prefix: 'Préfixe des clés de tâches (facultatif)',
  prefixHint: 'Comme QUAY pour QUAY-12. Par défaut, dérivé du nom.',
  sections: 'Sections',
  presets: {
    none: 'Aucune',
    simple: 'Simple : To do, Doing, Done',
    software: 'Logiciel : Backlog, To do, In progress, In review, Done',
  },
  presetHint: 'Chaque section représente un statut. Elles peuvent être modifiées plus tard.',
  make: 'Créer le projet',
}

export const inviteTexts: typeof english.inviteTexts = {
  title: 'Inviter des personnes',
  addresses: 'Adresses e-mail',
  addressesHint: (origin) =>
    `Séparées par des virgules ou des espaces. Les personnes rejoignent l’organisation avec le lien que vous ou le serveur leur envoyez, ou en se connectant sur ${origin}`,
  required: 'Saisissez une adresse e-mail',
  role: 'Rôle',
  roleHints: {
    owner: 'Accès complet, et peut nommer d’autres propriétaires',
    admin: 'Gère les personnes, les projets et les paramètres',
    member: 'Voit ce qui est ouvert à l’organisation, et crée des projets et des tâches',
    guest: 'Voit seulement les projets auxquels on l’ajoute',
  },
  send: 'Inviter',
  invited: (addresses) => `Invitation envoyée à ${addresses}`,
  linksTitle: 'Envoyez ces liens',
  linksHint:
    'Chaque lien permet à la personne concernée de rejoindre l’organisation, une seule fois. Ils ne seront plus affichés : n’envoyez chacun qu’à la personne à qui il est destiné.',
  copyLink: 'Copier',
  linkCopied: 'Lien copié',
  copyLinks: 'Tout copier',
  linksCopied: 'Liens copiés',
  linksDone: 'Terminé',
}

export const roleNames: typeof english.roleNames = {
  owner: 'propriétaire',
  admin: 'administrateur',
  member: 'membre',
  guest: 'invité',
}
