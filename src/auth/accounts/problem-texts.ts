import { defineMessages } from '../../core/messages/define-messages.ts'

/** Problems of accounts that the pages and the API show. */
export const accountProblemTexts = defineMessages('accountProblemTexts', {
  en: {
    notCreated: 'The account could not be created. Try again.',
    needsHttps: 'Passkeys require https. Serve this server over https and set BASE_URL to its address.',
    needsHostName: 'Passkeys require a host name. Set BASE_URL to an address with a name instead of an IP.',
  },
  de: {
    notCreated: 'Das Konto konnte nicht erstellt werden. Versuche es noch einmal.',
    needsHttps: 'Passkeys brauchen https. Betreibe diesen Server über https und setze BASE_URL auf seine Adresse.',
    needsHostName: 'Passkeys brauchen einen Hostnamen. Setze BASE_URL auf eine Adresse mit einem Namen statt einer IP.',
  },
  es: {
    notCreated: 'No se ha podido crear la cuenta. Vuelve a intentarlo.',
    needsHttps:
      'Las llaves de acceso requieren https. Sirve este servidor por https y establece su dirección en BASE_URL.',
    needsHostName:
      'Las llaves de acceso requieren un nombre de host. Establece en BASE_URL una dirección con un nombre en lugar de una IP.',
  },
  fr: {
    notCreated: 'Le compte n’a pas pu être créé. Réessayez.',
    needsHttps: 'Les clés d’accès exigent https. Servez ce serveur en https et indiquez son adresse dans BASE_URL.',
    needsHostName:
      'Les clés d’accès exigent un nom d’hôte. Indiquez dans BASE_URL une adresse avec un nom au lieu d’une IP.',
  },
})
