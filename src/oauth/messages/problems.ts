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
  },
  fr: {
    accountChanged: 'Les façons de se connecter à ce compte viennent de changer. Reconnecte-toi.',
    identityTaken: 'Cette identité appartient déjà à quelqu’un sur ce serveur et n’a donc pas été associée.',
    proveAddress: (email) => `Connecte-toi au compte de ${email}, dont le fournisseur d’identité a confirmé l’adresse.`,
    disabled: 'Ce compte est désactivé sur ce serveur.',
    anotherUser:
      'Une autre personne s’est connectée entre-temps dans ce navigateur. Connecte-toi et associe de nouveau l’identité.',
    providerUnavailable: 'Le fournisseur d’identité est indisponible. Réessaie plus tard.',
    signInFailed: 'Échec de la connexion',
    wrongPassword: 'L’adresse e-mail ou le mot de passe est incorrect.',
    waitSeconds: (n) =>
      `Trop de tentatives. Attends ${plural(n, { one: '# seconde', other: '# secondes' })}, puis réessaie.`,
    waitMinutes: (n) =>
      `Trop de tentatives. Attends ${plural(n, { one: '# minute', other: '# minutes' })}, puis réessaie.`,
    busy: 'Trop de personnes se connectent en ce moment. Réessaie dans quelques secondes.',
    tooManyRequests: (n) =>
      `Trop de requêtes depuis cette adresse. Attends ${plural(n, { one: '# seconde', other: '# secondes' })}.`,
    email: 'Saisis une adresse e-mail valide.',
    name: (most) => `Saisis ton nom, ${most} caractères au plus.`,
    hasAccount: 'Cette adresse a un compte. Connecte-toi avec lui ci-dessous pour rejoindre l’organisation.',
    usedCode: 'Ce code est incorrect ou a déjà été utilisé. Saisis le code que l’application affiche maintenant.',
    wrongCode: 'Ce code est incorrect. Saisis le code que l’application affiche maintenant.',
    passkey: 'Cette clé d’accès n’a pas été acceptée. Réessaie, ou connecte-toi autrement.',
    openTooLong:
      'Cette page est restée ouverte trop longtemps ou a été ouverte dans un autre navigateur. Saisis de nouveau ton mot de passe.',
  },
})
