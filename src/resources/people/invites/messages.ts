import { defineMessages } from '../../../core/messages/define-messages.ts'
import type { OrgRole } from '../../../core/caller.ts'

type Roles = Record<OrgRole, string>

/** Texts of the email of an invitation, and of the page that ends such emails. */
export const invitationTexts = defineMessages('invitationTexts', {
  en: {
    member: 'A member',
    organization: 'an organization',
    roles: { owner: 'an owner', admin: 'an admin', member: 'a member', guest: 'a guest' } satisfies Roles as Roles,
    subject: (inviter: string, organization: string) => `${inviter} invites you to ${organization}`,
    invitation: (inviter: string, organization: string, role: string) =>
      `${inviter} invites you to join ${organization} as ${role}.`,
    signIn: (email: string, end: string) =>
      `You can accept the invitation until ${end}. To accept or decline, sign in with the address ${email}: `,
    open: (end: string) => `The invitation is valid until ${end}. To accept, open this link, which works once: `,
    unexpected: 'If you did not expect this invitation, ignore this email.',
    reason: (inviter: string, url: string, id: string) =>
      `${inviter} entered your email address at ${url}, which sent this email. Invitation ${id}.`,
    unsubscribe: 'Unsubscribe from invitations',
    stopTitle: 'Unsubscribe from invitations?',
    stop: 'This server will no longer email invitations to your address.',
    stillThere: 'You still find invitations when you sign in with this address.',
    stopButton: 'No more invitations',
    stoppedTitle: 'You are unsubscribed',
    stopped: 'This server no longer emails invitations to your address.',
    invalidTitle: 'This link does not work',
    invalid: 'This server did not create it, or it is too old. Use the link in a newer email.',
  },
  de: {
    member: 'Ein Mitglied',
    organization: 'eine Organisation',
    roles: { owner: 'Inhaber', admin: 'Admin', member: 'Mitglied', guest: 'Gast' } satisfies Roles as Roles,
    subject: (inviter, organization) => `${inviter} lädt dich ein: ${organization}`,
    invitation: (inviter, organization, role) => `${inviter} lädt dich ein, ${organization} als ${role} beizutreten.`,
    signIn: (email, end) =>
      `Du kannst die Einladung bis ${end} annehmen. Melde dich mit der Adresse ${email} an, um anzunehmen oder abzulehnen: `,
    open: (end) => `Die Einladung gilt bis ${end}. Öffne diesen Link, um anzunehmen; er funktioniert einmal: `,
    unexpected: 'Wenn du diese Einladung nicht erwartet hast, ignoriere diese E-Mail.',
    reason: (inviter, url, id) =>
      `${inviter} hat deine E-Mail-Adresse unter ${url} eingegeben; von dort kommt diese E-Mail. Einladung ${id}.`,
    unsubscribe: 'Einladungen abbestellen',
    stopTitle: 'Einladungen abbestellen?',
    stop: 'Dieser Server schickt dann keine Einladungen mehr an deine Adresse.',
    stillThere: 'Du findest Einladungen weiterhin, wenn du dich mit dieser Adresse anmeldest.',
    stopButton: 'Keine Einladungen mehr',
    stoppedTitle: 'Einladungen sind abbestellt',
    stopped: 'Dieser Server schickt keine Einladungen mehr an deine Adresse.',
    invalidTitle: 'Dieser Link funktioniert nicht',
    invalid: 'Dieser Server hat ihn nicht erstellt, oder er ist zu alt. Verwende den Link in einer neueren E-Mail.',
  },
  es: {
    member: 'Un miembro',
    organization: 'una organización',
    roles: {
      owner: 'propietario',
      admin: 'administrador',
      member: 'miembro',
      guest: 'invitado',
    } satisfies Roles as Roles,
    subject: (inviter, organization) => `${inviter} te invita a ${organization}`,
    invitation: (inviter, organization, role) => `${inviter} te invita a unirte a ${organization} como ${role}.`,
    signIn: (email, end) =>
      `Puedes aceptar la invitación hasta el ${end}. Para aceptar o rechazar, inicia sesión con la dirección ${email}: `,
    open: (end) => `La invitación es válida hasta el ${end}. Para aceptar, abre este enlace, que funciona una vez: `,
    unexpected: 'Si no esperabas esta invitación, ignora este correo.',
    reason: (inviter, url, id) =>
      `${inviter} ha introducido tu dirección de correo en ${url}, que ha enviado este correo. Invitación ${id}.`,
    unsubscribe: 'No recibir más invitaciones',
    stopTitle: '¿No recibir más invitaciones?',
    stop: 'Este servidor no enviará más invitaciones a tu dirección.',
    stillThere: 'Sigues viendo las invitaciones cuando inicias sesión con esta dirección.',
    stopButton: 'No más invitaciones',
    stoppedTitle: 'Ya no recibirás invitaciones',
    stopped: 'Este servidor ya no envía invitaciones a tu dirección.',
    invalidTitle: 'Este enlace no funciona',
    invalid: 'Este servidor no lo ha creado, o es demasiado antiguo. Usa el enlace de un correo más reciente.',
  },
  fr: {
    member: 'Un membre',
    organization: 'une organisation',
    roles: {
      owner: 'en tant que propriétaire',
      admin: 'en tant qu’administrateur',
      member: 'en tant que membre',
      guest: 'en tant qu’invité',
    } satisfies Roles as Roles,
    subject: (inviter, organization) => `${inviter} vous invite : ${organization}`,
    invitation: (inviter, organization, role) => `${inviter} vous invite à rejoindre ${organization} ${role}.`,
    signIn: (email, end) =>
      `Vous pouvez accepter l’invitation jusqu’au ${end}. Pour accepter ou refuser, connectez-vous avec l’adresse ${email} : `,
    open: (end) =>
      `L’invitation est valable jusqu’au ${end}. Pour accepter, ouvrez ce lien, qui fonctionne une fois : `,
    unexpected: 'Si vous n’attendiez pas cette invitation, ignorez cet e-mail.',
    reason: (inviter, url, id) =>
      `${inviter} a saisi votre adresse e-mail sur ${url}, qui a envoyé cet e-mail. Invitation ${id}.`,
    unsubscribe: 'Ne plus recevoir d’invitations',
    stopTitle: 'Ne plus recevoir d’invitations ?',
    stop: 'Ce serveur n’enverra plus d’invitations à votre adresse.',
    stillThere: 'Vous trouvez toujours les invitations en vous connectant avec cette adresse.',
    stopButton: 'Plus d’invitations',
    stoppedTitle: 'Vous ne recevrez plus d’invitations',
    stopped: 'Ce serveur n’envoie plus d’invitations à votre adresse.',
    invalidTitle: 'Ce lien ne fonctionne pas',
    invalid: 'Ce serveur ne l’a pas créé, ou il est trop ancien. Utilisez le lien d’un e-mail plus récent.',
  },
})

/** Problem of a link whose invitation ended while its page was open, and of the API. */
export const inviteProblemTexts = defineMessages('inviteProblemTexts', {
  en: {
    notPending: (status: string) =>
      `The invitation is ${status}. Only pending invitations can be updated, accepted or rejected.`,
    inviterGone:
      'The user who sent the invitation can no longer grant its role. Ask an owner or admin of the organization to resend it.',
  },
  de: {
    notPending: (status) =>
      `Die Einladung ist nicht mehr offen (${status}). Nur offene Einladungen können geändert, angenommen oder abgelehnt werden.`,
    inviterGone:
      'Die Person, die dich eingeladen hat, darf diese Rolle nicht mehr vergeben. Bitte einen Inhaber oder Admin der Organisation, die Einladung erneut zu senden.',
  },
  es: {
    notPending: (status) =>
      `La invitación ya no está pendiente (${status}). Solo las invitaciones pendientes se pueden cambiar, aceptar o rechazar.`,
    inviterGone:
      'La persona que te invitó ya no puede conceder este rol. Pide a un propietario o administrador de la organización que vuelva a enviar la invitación.',
  },
  fr: {
    notPending: (status) =>
      `L’invitation n’est plus en attente (${status}). Seules les invitations en attente peuvent être modifiées, acceptées ou refusées.`,
    inviterGone:
      'La personne qui vous a invité ne peut plus attribuer ce rôle. Demandez à un propriétaire ou à un administrateur de l’organisation de renvoyer l’invitation.',
  },
})
