import { defineMessages } from '../../core/messages/define-messages.ts'

export const accountEmailTexts = defineMessages('accountEmailTexts', {
  en: {
    signIn: 'Sign in to your account: ',
    newPassword: 'Set a new password: ',
    linksHint: 'Each link works once, within 30 minutes. If you did not ask for them, ignore this email.',
    signInSubject: (host: string) => `Your link to sign in at ${host}`,
    join: 'Create your account: ',
    linkHint: 'The link works once, within 30 minutes. If you did not ask for it, ignore this email.',
    joinSubject: (host: string) => `Create your account at ${host}`,
  },
  de: {
    signIn: 'Bei deinem Konto anmelden: ',
    newPassword: 'Neues Passwort festlegen: ',
    linksHint:
      'Jeder Link funktioniert einmal, innerhalb von 30 Minuten. Wenn du sie nicht angefordert hast, ignoriere diese E-Mail.',
    signInSubject: (host) => `Dein Link zur Anmeldung bei ${host}`,
    join: 'Dein Konto erstellen: ',
    linkHint:
      'Der Link funktioniert einmal, innerhalb von 30 Minuten. Wenn du ihn nicht angefordert hast, ignoriere diese E-Mail.',
    joinSubject: (host) => `Erstelle dein Konto bei ${host}`,
  },
  es: {
    signIn: 'Iniciar sesión en tu cuenta: ',
    newPassword: 'Establecer una contraseña nueva: ',
    linksHint: 'Cada enlace funciona una vez, durante 30 minutos. Si no los has pedido, ignora este correo.',
    signInSubject: (host) => `Tu enlace para iniciar sesión en ${host}`,
    join: 'Crear tu cuenta: ',
    linkHint: 'El enlace funciona una vez, durante 30 minutos. Si no lo has pedido, ignora este correo.',
    joinSubject: (host) => `Crea tu cuenta en ${host}`,
  },
  fr: {
    signIn: 'Se connecter à votre compte : ',
    newPassword: 'Définir un nouveau mot de passe : ',
    linksHint:
      'Chaque lien fonctionne une fois, pendant 30 minutes. Si vous ne les avez pas demandés, ignorez cet e-mail.',
    signInSubject: (host) => `Votre lien pour vous connecter à ${host}`,
    join: 'Créer votre compte : ',
    linkHint: 'Le lien fonctionne une fois, pendant 30 minutes. Si vous ne l’avez pas demandé, ignorez cet e-mail.',
    joinSubject: (host) => `Créez votre compte sur ${host}`,
  },
})
