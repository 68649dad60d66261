import { defineMessages, plural } from '../../core/messages/define-messages.ts'

/** Problems that the pages of accounts show above a form. */
export const problemTexts = defineMessages('problemTexts', {
  en: {
    accountChanged: 'The ways to sign in to this account have just changed. Sign in again.',
    identityTaken: 'This identity already belongs to a user of this server, so it was not connected.',
    proveAddress: (email: string) =>
      `Sign in to the account of ${email}, whose address the identity provider confirmed.`,
    disabled: 'This account is disabled on this server.',
    anotherUser: 'Another user has signed in in this browser since. Sign in and connect the identity again.',
    providerUnavailable: 'The identity provider is unavailable. Retry later.',
    signInFailed: 'Sign-in failed',
    wrongPassword: 'The email address or the password is wrong.',
    waitSeconds: (n: number) =>
      `Too many attempts. Wait ${plural(n, { one: '# second', other: '# seconds' })}, then try again.`,
    waitMinutes: (n: number) =>
      `Too many attempts. Wait ${plural(n, { one: '# minute', other: '# minutes' })}, then try again.`,
    busy: 'Too many users are signing in. Try again in a few seconds.',
    tooManyRequests: (n: number) =>
      `Too many requests from this address. Wait ${plural(n, { one: '# second', other: '# seconds' })}.`,
    email: 'Enter a valid email address.',
    name: (most: number) => `Enter your name, at most ${most} characters.`,
    hasAccount: 'This address has an account. Sign in with it below to join.',
    usedCode: 'This code is wrong or was already used. Enter the code that the app shows now.',
    wrongCode: 'This code is wrong. Enter the code that the app shows now.',
    passkey: 'This passkey was not accepted. Try again, or sign in another way.',
    openTooLong: 'This page was open too long, or was opened in another browser. Enter your password again.',
    unavailable: 'The server is busy, or its database is unavailable. Try again in a moment.',
    notHere: 'This page does not exist, or is turned off on this server.',
    failed:
      'The server could not do this. Try again. If it fails again, report it to the administrator of this server.',
    somethingWrong: 'Something went wrong',
    notConfirmed: 'The identity provider did not confirm who you are. Go back to the app and try again.',
  },
  de: {
    accountChanged: 'Die Anmeldung zu diesem Konto wurde gerade geändert. Melde dich erneut an.',
    identityTaken: 'Diese Identität gehört schon zu einer Person auf diesem Server und wurde daher nicht verbunden.',
    proveAddress: (email) =>
      `Melde dich beim Konto von ${email} an; diese Adresse hat der Identitätsanbieter bestätigt.`,
    disabled: 'Dieses Konto ist auf diesem Server deaktiviert.',
    anotherUser:
      'In diesem Browser hat sich inzwischen jemand anderes angemeldet. Melde dich an und verbinde die Identität noch einmal.',
    providerUnavailable: 'Der Identitätsanbieter ist nicht erreichbar. Versuche es später erneut.',
    signInFailed: 'Anmeldung fehlgeschlagen',
    wrongPassword: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    waitSeconds: (n) =>
      `Zu viele Versuche. Warte ${plural(n, { one: '# Sekunde', other: '# Sekunden' })} und versuche es dann erneut.`,
    waitMinutes: (n) =>
      `Zu viele Versuche. Warte ${plural(n, { one: '# Minute', other: '# Minuten' })} und versuche es dann erneut.`,
    busy: 'Gerade melden sich zu viele Personen an. Versuche es in ein paar Sekunden erneut.',
    tooManyRequests: (n) =>
      `Zu viele Anfragen von dieser Adresse. Warte ${plural(n, { one: '# Sekunde', other: '# Sekunden' })}.`,
    email: 'Gib eine gültige E-Mail-Adresse ein.',
    name: (most) => `Gib deinen Namen ein, höchstens ${most} Zeichen.`,
    hasAccount: 'Diese Adresse hat ein Konto. Melde dich unten damit an, um beizutreten.',
    usedCode: 'Dieser Code ist falsch oder wurde schon verwendet. Gib den Code ein, den die App jetzt zeigt.',
    wrongCode: 'Dieser Code ist falsch. Gib den Code ein, den die App jetzt zeigt.',
    passkey: 'Dieser Passkey wurde nicht angenommen. Versuche es erneut oder melde dich anders an.',
    openTooLong:
      'Diese Seite war zu lange offen oder wurde in einem anderen Browser geöffnet. Gib dein Passwort noch einmal ein.',
    unavailable:
      'Der Server ist ausgelastet, oder seine Datenbank ist nicht erreichbar. Versuche es gleich noch einmal.',
    notHere: 'Diese Seite gibt es nicht, oder sie ist auf diesem Server abgeschaltet.',
    failed:
      'Der Server konnte dies nicht ausführen. Versuche es noch einmal. Wenn es wieder nicht geht, melde es der Administration dieses Servers.',
    somethingWrong: 'Etwas ist schiefgegangen',
    notConfirmed:
      'Der Identitätsanbieter hat nicht bestätigt, wer du bist. Geh zurück zur App und versuche es noch einmal.',
  },
  es: {
    accountChanged: 'Las formas de iniciar sesión en esta cuenta acaban de cambiar. Vuelve a iniciar sesión.',
    identityTaken: 'Esta identidad ya pertenece a alguien en este servidor, así que no se ha conectado.',
    proveAddress: (email) =>
      `Inicia sesión en la cuenta de ${email}, cuya dirección ha confirmado el proveedor de identidad.`,
    disabled: 'Esta cuenta está desactivada en este servidor.',
    anotherUser:
      'Mientras tanto, otra persona ha iniciado sesión en este navegador. Inicia sesión y conecta la identidad de nuevo.',
    providerUnavailable: 'El proveedor de identidad no está disponible. Vuelve a intentarlo más tarde.',
    signInFailed: 'No se ha podido iniciar sesión',
    wrongPassword: 'La dirección de correo o la contraseña no es correcta.',
    waitSeconds: (n) =>
      `Demasiados intentos. Espera ${plural(n, { one: '# segundo', other: '# segundos' })} y vuelve a intentarlo.`,
    waitMinutes: (n) =>
      `Demasiados intentos. Espera ${plural(n, { one: '# minuto', other: '# minutos' })} y vuelve a intentarlo.`,
    busy: 'Demasiadas personas están iniciando sesión. Vuelve a intentarlo en unos segundos.',
    tooManyRequests: (n) =>
      `Demasiadas solicitudes desde esta dirección. Espera ${plural(n, { one: '# segundo', other: '# segundos' })}.`,
    email: 'Introduce una dirección de correo válida.',
    name: (most) => `Introduce tu nombre, de ${most} caracteres como máximo.`,
    hasAccount: 'Esta dirección tiene una cuenta. Inicia sesión con ella más abajo para unirte.',
    usedCode: 'Este código no es correcto o ya se ha usado. Introduce el código que muestra la aplicación ahora.',
    wrongCode: 'Este código no es correcto. Introduce el código que muestra la aplicación ahora.',
    passkey: 'Esta llave de acceso no se ha aceptado. Vuelve a intentarlo o inicia sesión de otra forma.',
    openTooLong:
      'Esta página estuvo abierta demasiado tiempo o se abrió en otro navegador. Introduce tu contraseña de nuevo.',
    unavailable:
      'El servidor está ocupado o su base de datos no está disponible. Vuelve a intentarlo dentro de un momento.',
    notHere: 'Esta página no existe o está desactivada en este servidor.',
    failed:
      'El servidor no ha podido hacerlo. Vuelve a intentarlo. Si falla otra vez, comunícalo a la administración de este servidor.',
    somethingWrong: 'Algo ha salido mal',
    notConfirmed: 'El proveedor de identidad no ha confirmado quién eres. Vuelve a la aplicación e inténtalo de nuevo.',
  },
  fr: {
    accountChanged: 'Les façons de se connecter à ce compte viennent de changer. Reconnectez-vous.',
    identityTaken: 'Cette identité appartient déjà à quelqu’un sur ce serveur et n’a donc pas été associée.',
    proveAddress: (email) =>
      `Connectez-vous au compte de ${email}, dont le fournisseur d’identité a confirmé l’adresse.`,
    disabled: 'Ce compte est désactivé sur ce serveur.',
    anotherUser:
      'Une autre personne s’est connectée entre-temps dans ce navigateur. Connectez-vous et associez de nouveau l’identité.',
    providerUnavailable: 'Le fournisseur d’identité est indisponible. Réessayez plus tard.',
    signInFailed: 'Échec de la connexion',
    wrongPassword: 'L’adresse e-mail ou le mot de passe est incorrect.',
    waitSeconds: (n) =>
      `Trop de tentatives. Attendez ${plural(n, { one: '# seconde', other: '# secondes' })}, puis réessayez.`,
    waitMinutes: (n) =>
      `Trop de tentatives. Attendez ${plural(n, { one: '# minute', other: '# minutes' })}, puis réessayez.`,
    busy: 'Trop de personnes se connectent en ce moment. Réessayez dans quelques secondes.',
    tooManyRequests: (n) =>
      `Trop de requêtes depuis cette adresse. Attendez ${plural(n, { one: '# seconde', other: '# secondes' })}.`,
    email: 'Saisissez une adresse e-mail valide.',
    name: (most) => `Saisissez votre nom, ${most} caractères au plus.`,
    hasAccount: 'Cette adresse a un compte. Connectez-vous avec lui ci-dessous pour rejoindre l’organisation.',
    usedCode: 'Ce code est incorrect ou a déjà été utilisé. Saisissez le code que l’application affiche maintenant.',
    wrongCode: 'Ce code est incorrect. Saisissez le code que l’application affiche maintenant.',
    passkey: 'Cette clé d’accès n’a pas été acceptée. Réessayez, ou connectez-vous autrement.',
    openTooLong:
      'Cette page est restée ouverte trop longtemps ou a été ouverte dans un autre navigateur. Saisissez de nouveau votre mot de passe.',
    unavailable: 'Le serveur est occupé, ou sa base de données est indisponible. Réessayez dans un instant.',
    notHere: 'Cette page n’existe pas, ou est désactivée sur ce serveur.',
    failed:
      'Le serveur n’a pas pu le faire. Réessayez. Si cela échoue encore, signalez-le à l’administration de ce serveur.',
    somethingWrong: 'Un problème est survenu',
    notConfirmed: 'Le fournisseur d’identité n’a pas confirmé qui vous êtes. Revenez à l’application et réessayez.',
  },
})
