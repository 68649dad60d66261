import { defineMessages } from '../../core/messages/define-messages.ts'

/** Problems of accounts that the pages and the API show. */
export const accountProblemTexts = defineMessages('accountProblemTexts', {
  en: {
    notCreated: 'The account could not be created. Try again.',
    addressOfUser:
      'This address belongs to a user of this server, so no second one was created. Sign in as that user, or ask the administrator of this server to add an account to it (svc-server account add).',
    addressOfFormerUser:
      'This address belongs to a user of this server who cannot sign in any more, so no second one was created. Ask the administrator of this server to add an account to it (svc-server account add).',
    hasOtherAccount: (email: string) =>
      `This user already has an account with the address ${email}, and a user has only one. Sign in with that address.`,
    needsHttps: 'Passkeys require https. Serve this server over https and set BASE_URL to its address.',
    needsHostName: 'Passkeys require a host name. Set BASE_URL to an address with a name instead of an IP.',
  },
  de: {
    notCreated: 'Das Konto konnte nicht erstellt werden. Versuche es noch einmal.',
    addressOfUser:
      'Diese Adresse gehört schon zu einer Person auf diesem Server, daher wurde keine zweite angelegt. Melde dich als diese Person an, oder bitte die Administration dieses Servers, ihr ein Konto zu geben (svc-server account add).',
    addressOfFormerUser:
      'Diese Adresse gehört schon zu einer Person auf diesem Server, die sich nicht mehr anmelden kann, daher wurde keine zweite angelegt. Bitte die Administration dieses Servers, ihr ein Konto zu geben (svc-server account add).',
    hasOtherAccount: (email) =>
      `Diese Person hat schon ein Konto mit der Adresse ${email}, und mehr als eines ist nicht möglich. Melde dich mit dieser Adresse an.`,
    needsHttps: 'Passkeys brauchen https. Betreibe diesen Server über https und setze BASE_URL auf seine Adresse.',
    needsHostName: 'Passkeys brauchen einen Hostnamen. Setze BASE_URL auf eine Adresse mit einem Namen statt einer IP.',
  },
  es: {
    notCreated: 'No se ha podido crear la cuenta. Vuelve a intentarlo.',
    addressOfUser:
      'Esta dirección ya pertenece a alguien en este servidor, así que no se ha creado una segunda persona. Inicia sesión como esa persona o pide a la administración de este servidor que le añada una cuenta (svc-server account add).',
    addressOfFormerUser:
      'Esta dirección ya pertenece a alguien en este servidor que ya no puede iniciar sesión, así que no se ha creado una segunda persona. Pide a la administración de este servidor que le añada una cuenta (svc-server account add).',
    hasOtherAccount: (email) =>
      `Esta persona ya tiene una cuenta con la dirección ${email}, y solo puede tener una. Inicia sesión con esa dirección.`,
    needsHttps:
      'Las llaves de acceso requieren https. Sirve este servidor por https y establece su dirección en BASE_URL.',
    needsHostName:
      'Las llaves de acceso requieren un nombre de host. Establece en BASE_URL una dirección con un nombre en lugar de una IP.',
  },
  fr: {
    notCreated: 'Le compte n’a pas pu être créé. Réessayez.',
    addressOfUser:
      'Cette adresse appartient déjà à quelqu’un sur ce serveur ; aucune autre personne n’a donc été créée. Connectez-vous en tant que cette personne, ou demandez à l’administration de ce serveur de lui ajouter un compte (svc-server account add).',
    addressOfFormerUser:
      'Cette adresse appartient déjà à quelqu’un sur ce serveur qui ne peut plus se connecter ; aucune autre personne n’a donc été créée. Demandez à l’administration de ce serveur de lui ajouter un compte (svc-server account add).',
    hasOtherAccount: (email) =>
      `Cette personne a déjà un compte avec l’adresse ${email}, et ne peut en avoir qu’un. Connectez-vous avec cette adresse.`,
    needsHttps: 'Les clés d’accès exigent https. Servez ce serveur en https et indiquez son adresse dans BASE_URL.',
    needsHostName:
      'Les clés d’accès exigent un nom d’hôte. Indiquez dans BASE_URL une adresse avec un nom au lieu d’une IP.',
  },
})
