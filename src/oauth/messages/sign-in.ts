import { markup, type Markup } from '../../api-docs/layout.ts'
import { defineMessages } from '../../core/messages/define-messages.ts'

/** Renders a link with a text that is part of a sentence. */
type Link = (text: string) => Markup

export const signInTexts = defineMessages('signInTexts', {
  en: {
    signIn: 'Sign in',
    email: 'Email address',
    name: 'Your name',
    password: 'Password',
    newPassword: 'New password',
    newPasswordHint: (least: number) => `At least ${least} characters. A few random words are easy to remember.`,
    connectTitle: 'Connect your account',
    connectText:
      'This server has an account with your address. Sign in to it once: from then on, your identity provider leads to the same user.',
    provider: 'Sign in with your organization’s identity provider',
    byEmail: 'Sign in or set a new password by email',
    createAnAccount: 'Create an account',
    forgot: 'Forgot your password? Ask the administrator of this server for a link to set a new one.',
    badLinkTitle: 'This link does not work',
    badLink: (signIn: Link) =>
      markup`It was already used, has expired, or is incomplete. Ask for a new one, or ${signIn('sign in')}.`,
    expiredTitle: 'This sign-in is no longer valid',
    expired: 'It has expired or was started in another browser.',
    rejectedTitle: 'Form rejected',
    rejected:
      'The form was not submitted from a page of this server, or this browser does not send where it came from.',
    tryAgain: 'Try again',
    passkeyButton: 'Sign in with a passkey',
    passkeyFailed: 'No passkey was used. Try again, or sign in another way.',
    identityTitle: 'Connect your identity',
    identityText: (user: Markup) =>
      markup`You are signed in as ${user}. Sign in at your organization’s identity provider now; from then on, both ways lead to this user.`,
    identityButton: 'Continue to the identity provider',
    firstStart: (command: Markup) =>
      markup`This server has no accounts yet. At its start it printed a link to create the first one, which works for an hour. For a new link, restart the server or run ${command}.`,
  },
  de: {
    signIn: 'Anmelden',
    email: 'E-Mail-Adresse',
    name: 'Dein Name',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    newPasswordHint: (least) => `Mindestens ${least} Zeichen. Ein paar zufällige Wörter sind leicht zu merken.`,
    connectTitle: 'Dein Konto verbinden',
    connectText:
      'Dieser Server hat ein Konto mit deiner Adresse. Melde dich einmal damit an: Danach führt auch dein Identitätsanbieter dorthin.',
    provider: 'Mit dem Identitätsanbieter deiner Organisation anmelden',
    byEmail: 'Per E-Mail anmelden oder ein neues Passwort festlegen',
    createAnAccount: 'Konto erstellen',
    forgot: 'Passwort vergessen? Bitte die Administration dieses Servers um einen Link, um ein neues festzulegen.',
    badLinkTitle: 'Dieser Link funktioniert nicht',
    badLink: (signIn) =>
      markup`Er wurde schon verwendet, ist abgelaufen oder unvollständig. Fordere einen neuen an oder ${signIn('melde dich an')}.`,
    expiredTitle: 'Diese Anmeldung ist nicht mehr gültig',
    expired: 'Sie ist abgelaufen oder wurde in einem anderen Browser begonnen.',
    rejectedTitle: 'Formular abgelehnt',
    rejected:
      'Das Formular wurde nicht von einer Seite dieses Servers gesendet, oder dieser Browser sendet nicht mit, woher es kommt.',
    tryAgain: 'Versuche es erneut',
    passkeyButton: 'Mit einem Passkey anmelden',
    passkeyFailed: 'Es wurde kein Passkey verwendet. Versuche es erneut oder melde dich anders an.',
    identityTitle: 'Deine Identität verbinden',
    identityText: (user) =>
      markup`Du bist als ${user} angemeldet. Melde dich jetzt beim Identitätsanbieter deiner Organisation an; danach führen beide Wege hierher.`,
    identityButton: 'Weiter zum Identitätsanbieter',
    firstStart: (command) =>
      markup`Dieser Server hat noch keine Konten. Beim Start hat er einen Link ausgegeben, mit dem du das erste erstellst; er gilt eine Stunde. Für einen neuen Link starte den Server neu oder führe ${command} aus.`,
  },
  es: {
    signIn: 'Iniciar sesión',
    email: 'Dirección de correo',
    name: 'Tu nombre',
    password: 'Contraseña',
    newPassword: 'Contraseña nueva',
    newPasswordHint: (least) => `Al menos ${least} caracteres. Unas cuantas palabras al azar son fáciles de recordar.`,
    connectTitle: 'Conectar tu cuenta',
    connectText:
      'Este servidor tiene una cuenta con tu dirección. Inicia sesión en ella una vez: a partir de entonces, tu proveedor de identidad te llevará a la misma cuenta.',
    provider: 'Iniciar sesión con el proveedor de identidad de tu organización',
    byEmail: 'Iniciar sesión o establecer una contraseña nueva por correo',
    createAnAccount: 'Crear una cuenta',
    forgot:
      '¿Has olvidado tu contraseña? Pide a la administración de este servidor un enlace para establecer una nueva.',
    badLinkTitle: 'Este enlace no funciona',
    badLink: (signIn) =>
      markup`Ya se ha usado, ha caducado o está incompleto. Pide uno nuevo o ${signIn('inicia sesión')}.`,
    expiredTitle: 'Este inicio de sesión ya no es válido',
    expired: 'Ha caducado o se empezó en otro navegador.',
    rejectedTitle: 'Formulario rechazado',
    rejected:
      'El formulario no se envió desde una página de este servidor, o este navegador no indica de dónde procede.',
    tryAgain: 'Vuelve a intentarlo',
    passkeyButton: 'Iniciar sesión con una llave de acceso',
    passkeyFailed: 'No se ha usado ninguna llave de acceso. Vuelve a intentarlo o inicia sesión de otra forma.',
    identityTitle: 'Conectar tu identidad',
    identityText: (user) =>
      markup`Has iniciado sesión como ${user}. Inicia sesión ahora en el proveedor de identidad de tu organización; a partir de entonces, ambas formas llevarán a esta cuenta.`,
    identityButton: 'Continuar al proveedor de identidad',
    firstStart: (command) =>
      markup`Este servidor aún no tiene cuentas. Al arrancar mostró un enlace para crear la primera, que funciona durante una hora. Para obtener otro enlace, reinicia el servidor o ejecuta ${command}.`,
  },
  fr: {
    signIn: 'Se connecter',
    email: 'Adresse e-mail',
    name: 'Votre nom',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    newPasswordHint: (least) => `Au moins ${least} caractères. Quelques mots au hasard sont faciles à retenir.`,
    connectTitle: 'Associer votre compte',
    connectText:
      'Ce serveur a un compte avec votre adresse. Connectez-vous à ce compte une fois : ensuite, votre fournisseur d’identité y mènera aussi.',
    provider: 'Se connecter avec le fournisseur d’identité de votre organisation',
    byEmail: 'Se connecter ou définir un nouveau mot de passe par e-mail',
    createAnAccount: 'Créer un compte',
    forgot: 'Mot de passe oublié ? Demandez à l’administration de ce serveur un lien pour en définir un nouveau.',
    badLinkTitle: 'Ce lien ne fonctionne pas',
    badLink: (signIn) =>
      markup`Il a déjà été utilisé, a expiré ou est incomplet. Demandez-en un nouveau, ou ${signIn('connectez-vous')}.`,
    expiredTitle: 'Cette connexion n’est plus valide',
    expired: 'Elle a expiré ou a été commencée dans un autre navigateur.',
    rejectedTitle: 'Formulaire refusé',
    rejected:
      'Le formulaire n’a pas été envoyé depuis une page de ce serveur, ou ce navigateur n’indique pas d’où il vient.',
    tryAgain: 'Réessayez',
    passkeyButton: 'Se connecter avec une clé d’accès',
    passkeyFailed: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous autrement.',
    identityTitle: 'Associer votre identité',
    identityText: (user) =>
      markup`Vous avez une session ouverte en tant que ${user}. Connectez-vous maintenant auprès du fournisseur d’identité de votre organisation ; ensuite, les deux voies mèneront à ce compte.`,
    identityButton: 'Continuer vers le fournisseur d’identité',
    firstStart: (command) =>
      markup`Ce serveur n’a pas encore de compte. À son démarrage, il a affiché un lien pour créer le premier, valable une heure. Pour un nouveau lien, redémarrez le serveur ou exécutez ${command}.`,
  },
})
