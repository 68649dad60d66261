import { defineMessages } from '../core/messages/define-messages.ts'

/** Texts of the test email of an operator. */
export const testEmailTexts = defineMessages('testEmailTexts', {
  en: {
    subject: (host: string) => `Test email of ${host}`,
    purpose: 'This is a test email, sent at your request from the settings of ',
    others: 'Invitations and notifications are sent the same way.',
  },
  de: {
    subject: (host) => `Test-E-Mail von ${host}`,
    purpose: 'Dies ist eine Test-E-Mail. Du hast sie angefordert, in den Einstellungen von ',
    others: 'Einladungen und Benachrichtigungen werden auf demselben Weg verschickt.',
  },
  es: {
    subject: (host) => `Correo de prueba de ${host}`,
    purpose: 'Este es un correo de prueba, enviado a petición tuya desde la configuración de ',
    others: 'Las invitaciones y las notificaciones se envían de la misma forma.',
  },
  fr: {
    subject: (host) => `E-mail de test de ${host}`,
    purpose: 'Ceci est un e-mail de test, envoyé à votre demande depuis les paramètres de ',
    others: 'Les invitations et les notifications sont envoyées de la même façon.',
  },
})
