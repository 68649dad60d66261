import { defineMessages } from '../../core/messages/define-messages.ts'

export const passwordTexts = defineMessages('passwordTexts', {
  en: {
    tooShort: (least: number) => `Enter a password of at least ${least} characters.`,
    tooLong: (most: number) => `Enter a password of at most ${most} characters.`,
    guessable: 'This password is among the first that attackers try. Choose another one.',
  },
  de: {
    tooShort: (least) => `Gib ein Passwort mit mindestens ${least} Zeichen ein.`,
    tooLong: (most) => `Gib ein Passwort mit höchstens ${most} Zeichen ein.`,
    guessable: 'Dieses Passwort gehört zu den ersten, die Angreifer ausprobieren. Wähle ein anderes.',
  },
  es: {
    tooShort: (least) => `Introduce una contraseña de al menos ${least} caracteres.`,
    tooLong: (most) => `Introduce una contraseña de ${most} caracteres como máximo.`,
    guessable: 'Esta contraseña está entre las primeras que prueban los atacantes. Elige otra.',
  },
  fr: {
    tooShort: (least) => `Saisissez un mot de passe d’au moins ${least} caractères.`,
    tooLong: (most) => `Saisissez un mot de passe de ${most} caractères au plus.`,
    guessable: 'Ce mot de passe est parmi les premiers que les attaquants essaient. Choisissez-en un autre.',
  },
})
