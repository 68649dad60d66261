import { defineMessages } from './define-messages.ts'

/** Problems of access to an organization, which pages show too. */
export const accessTexts = defineMessages('accessTexts', {
  en: {
    notAMember: 'You are not a member of this organization.',
    secondFactor: (org: string) =>
      `${org} requires a second factor. Set one up in the settings under Ways to sign in, or sign in again at /auth/sign-in?fresh=1.`,
    locked: (orgs: string) =>
      `Not found, or in an organization that requires a second factor: ${orgs}. Set one up in the settings under Ways to sign in, or sign in again at /auth/sign-in?fresh=1.`,
    alreadyMember: 'You are already a member of this organization.',
    deactivated: 'Your membership is deactivated. Contact an owner or admin to reactivate it.',
  },
  de: {
    notAMember: 'Du bist kein Mitglied dieser Organisation.',
    secondFactor: (org) =>
      `${org} verlangt einen zweiten Faktor. Richte einen in den Einstellungen unter „Anmeldung“ ein, oder melde dich unter /auth/sign-in?fresh=1 neu an.`,
    locked: (orgs) =>
      `Nicht gefunden, oder in einer Organisation, die einen zweiten Faktor verlangt: ${orgs}. Richte einen in den Einstellungen unter „Anmeldung“ ein, oder melde dich unter /auth/sign-in?fresh=1 neu an.`,
    alreadyMember: 'Du bist schon Mitglied dieser Organisation.',
    deactivated:
      'Deine Mitgliedschaft ist deaktiviert. Bitte einen Inhaber oder Admin der Organisation, sie zu reaktivieren.',
  },
  es: {
    notAMember: 'No eres miembro de esta organización.',
    secondFactor: (org) =>
      `${org} exige un segundo factor. Configura uno en los ajustes, en «Formas de iniciar sesión», o vuelve a iniciar sesión en /auth/sign-in?fresh=1.`,
    locked: (orgs) =>
      `No se ha encontrado, o está en una organización que exige un segundo factor: ${orgs}. Configura uno en los ajustes, en «Formas de iniciar sesión», o vuelve a iniciar sesión en /auth/sign-in?fresh=1.`,
    alreadyMember: 'Ya eres miembro de esta organización.',
    deactivated: 'Tu membresía está desactivada. Pide a un propietario o administrador que la reactive.',
  },
  fr: {
    notAMember: 'Vous n’êtes pas membre de cette organisation.',
    secondFactor: (org) =>
      `${org} exige un second facteur. Configurez-en un dans les paramètres, sous « Modes de connexion », ou reconnectez-vous sur /auth/sign-in?fresh=1.`,
    locked: (orgs) =>
      `Introuvable, ou dans une organisation qui exige un second facteur : ${orgs}. Configurez-en un dans les paramètres, sous « Modes de connexion », ou reconnectez-vous sur /auth/sign-in?fresh=1.`,
    alreadyMember: 'Vous êtes déjà membre de cette organisation.',
    deactivated: 'Votre adhésion est désactivée. Demandez à un propriétaire ou à un administrateur de la réactiver.',
  },
})
