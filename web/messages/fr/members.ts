import type * as english from '../members.ts'
import { plural } from '../plural.ts'
import { roleNames } from './onboarding.ts'

export const memberTexts: typeof english.memberTexts = {
  count: (count) => plural(count, { one: '# membre', other: '# membres' }),
  found: (count) => plural(count, { one: '# trouvé', other: '# trouvés' }),
  search: 'Rechercher par nom, e-mail, rôle ou fonction',
  page: 'Membres',
  focusSearch: 'Rechercher des membres',
  invite: 'Inviter des personnes',
  you: 'Vous',
  deactivated: 'Désactivé',
  serviceAccount: 'Compte de service',
  lastActive: 'Actif',
  neverActive: 'Jamais actif',
  role: (name) => `Rôle de ${name}`,
  roleChanged: (name, role) => `${name} est maintenant ${roleNames[role]}`,
  roleTitle: (name, role) => `Changer le rôle de ${name} en « ${roleNames[role]} » ?`,
  roleSelf: 'Vous perdez vos droits actuels et ne pourrez pas annuler ce changement vous-même.',
  roleConfirm: 'Changer le rôle',
  undo: 'Annuler',
  designation: (name) => `Fonction de ${name}`,
  findDesignation: 'Trouver une fonction',
  noDesignation: 'Aucune fonction',
  deactivate: 'Désactiver…',
  reactivate: 'Réactiver',
  reactivated: (name) => `${name} est de nouveau actif`,
  remove: 'Retirer de l’organisation…',
  leave: 'Quitter l’organisation…',
  deactivateTitle: (name) => `Désactiver ${name} ?`,
  deactivateTexts: [
    'Cette personne ne pourra plus rien voir ni modifier ici et sera déconnectée de cette organisation.',
    'Ses jetons d’accès cessent de fonctionner, et les applications qu’elle a connectées sont déconnectées.',
    'Elle reste dans ses projets et ses équipes et garde ses tâches, pour que vous puissiez la réactiver.',
  ],
  deactivateConfirm: 'Désactiver',
  removeTitle: (name) => `Retirer ${name} de l’organisation ?`,
  removeTexts: [
    'Cette personne quitte tous les projets et équipes. Une invitation ultérieure ne l’y remet pas.',
    'Les projets et équipes dont elle est seule propriétaire, et les tâches qu’elle seule peut voir, vous reviennent.',
    'Elle reste mentionnée comme responsable et auteur. Ses tâches lui restent assignées jusqu’à ce que vous changiez cela.',
    'Ses jetons d’accès cessent de fonctionner, et les applications qu’elle a connectées sont déconnectées.',
  ],
  removeConfirm: 'Retirer',
  removeHint: 'Pour garder ses appartenances en cas de retour, désactivez-la plutôt.',
  leaveTitle: 'Quitter l’organisation ?',
  leaveTexts: [
    'Vous quittez tous les projets et équipes. Vous ne pourrez revenir qu’avec une nouvelle invitation.',
    'Les projets et équipes dont vous êtes seul propriétaire reviennent au plus ancien propriétaire de l’organisation.',
    'Vos jetons d’accès à cette organisation cessent de fonctionner.',
  ],
  leaveConfirm: 'Quitter',
  assigned: (name) => `Afficher les tâches de ${name}`,
}

export const handOverTexts: typeof english.handOverTexts = {
  action: 'Transmettre le travail ouvert…',
  title: (name) => `Transmettre le travail ouvert de ${name}`,
  to: 'Transmettre le travail ouvert à',
  hint: 'Les tâches ouvertes que la personne peut lire, les projets comme propriétaire principal et les jalons des équipes communes.',
  noMember: 'Personne',
  confirm: 'Transmettre',
  done: (tasks, projects, milestones) => {
    const counts = [
      plural(tasks, { one: '# tâche', other: '# tâches' }),
      plural(projects, { one: '# projet', other: '# projets' }),
      plural(milestones, { one: '# jalon', other: '# jalons' }),
    ]
    return `Transmis : ${counts.join(', ')}.`
  },
  left: (n) =>
    plural(n, {
      one: '# tâche ne l’est pas, car la personne ne peut pas la lire.',
      other: '# tâches ne le sont pas, car la personne ne peut pas les lire.',
    }),
}

export const invitationTexts: typeof english.invitationTexts = {
  title: 'Invitations',
  none: 'Aucune invitation n’attend de réponse.',
  role: (email) => `Rôle pour ${email}`,
  by: (name) => `Invité par ${name}`,
  sent: 'émise',
  expires: 'expire',
  changed: (email, role) => `${email} est invité comme ${roleNames[role]}`,
  resend: 'Renouveler',
  resendTitle: (email) => `Renouveler l’invitation de ${email} ; les liens précédents ne fonctionnent plus`,
  resent: (email) => `L’invitation de ${email} est renouvelée`,
  linkTitle: (email) => `Invitation pour ${email}`,
  linkLabel: 'Lien à partager',
  linkHint:
    'Il permet à cette personne de rejoindre l’organisation, une seule fois. Il remplace les liens précédents et ne sera plus affiché.',
  cancel: (email) => `Annuler l’invitation de ${email}`,
  cancelTitle: (email) => `Retirer l’invitation de ${email} ?`,
  cancelEffect: 'Le lien de l’invitation ne fonctionnera plus.',
  cancelConfirm: 'Retirer l’invitation',
  cancelled: (email) => `L’invitation de ${email} est annulée`,
}

export const joinRequestTexts: typeof english.joinRequestTexts = {
  title: 'Demandes d’adhésion',
  since: 'Demandée',
  accept: 'Accepter',
  decline: 'Refuser',
  accepted: (username) => `${username} a rejoint l’organisation`,
  declined: (username) => `Demande de ${username} refusée`,
}
