import { defineMessages } from '../../core/messages/define-messages.ts'

/** Texts of the page that turns emails off. */
export const unsubscribeTexts = defineMessages('unsubscribeTexts', {
  en: {
    title: 'Unsubscribe?',
    daily: 'You will no longer receive the daily email with your notifications.',
    kinds: 'You will no longer receive emails when:',
    unchanged: 'Your list of notifications and other emails do not change.',
    button: 'Unsubscribe',
    doneTitle: 'You are unsubscribed',
    done: 'Your list of notifications does not change. To receive these emails again, change your preferences.',
    preferences: 'Open the preferences',
    invalidTitle: 'This link is not valid',
    invalid: 'The link is incomplete or too old. Use the link in a newer email, or change your preferences.',
  },
  de: {
    title: 'Abbestellen?',
    daily: 'Du erhältst die tägliche E-Mail mit deinen Benachrichtigungen nicht mehr.',
    kinds: 'Du erhältst keine E-Mails mehr für diese Ereignisse:',
    unchanged: 'Deine Liste der Benachrichtigungen und andere E-Mails ändern sich nicht.',
    button: 'Abbestellen',
    doneTitle: 'Abbestellt',
    done: 'Deine Liste der Benachrichtigungen ändert sich nicht. Um diese E-Mails wieder zu erhalten, ändere deine Einstellungen.',
    preferences: 'Einstellungen öffnen',
    invalidTitle: 'Dieser Link ist ungültig',
    invalid:
      'Der Link ist unvollständig oder zu alt. Verwende den Link in einer neueren E-Mail oder ändere deine Einstellungen.',
  },
  es: {
    title: '¿Dejar de recibir correos?',
    daily: 'Ya no recibirás el correo diario con tus notificaciones.',
    kinds: 'Ya no recibirás correos para estos eventos:',
    unchanged: 'Tu lista de notificaciones y los demás correos no cambian.',
    button: 'Dejar de recibirlos',
    doneTitle: 'Ya no recibirás estos correos',
    done: 'Tu lista de notificaciones no cambia. Para volver a recibir estos correos, cambia tus preferencias.',
    preferences: 'Abrir las preferencias',
    invalidTitle: 'Este enlace no es válido',
    invalid:
      'El enlace está incompleto o es demasiado antiguo. Usa el enlace de un correo más reciente o cambia tus preferencias.',
  },
  fr: {
    title: 'Se désabonner ?',
    daily: 'Vous ne recevrez plus l’e-mail quotidien avec vos notifications.',
    kinds: 'Vous ne recevrez plus d’e-mails pour ces événements :',
    unchanged: 'Votre liste de notifications et les autres e-mails ne changent pas.',
    button: 'Se désabonner',
    doneTitle: 'Vous êtes désabonné',
    done: 'Votre liste de notifications ne change pas. Pour recevoir de nouveau ces e-mails, modifiez vos préférences.',
    preferences: 'Ouvrir les préférences',
    invalidTitle: 'Ce lien n’est pas valide',
    invalid:
      'Le lien est incomplet ou trop ancien. Utilisez le lien d’un e-mail plus récent, ou modifiez vos préférences.',
  },
})
