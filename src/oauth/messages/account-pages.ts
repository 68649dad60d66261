import { markup, type Markup } from '../../api-docs/layout.ts'
import { defineMessages } from '../../core/messages/define-messages.ts'

type Link = (text: string) => Markup
type Role = 'owner' | 'admin' | 'member' | 'guest'

const roles = {
  en: { owner: 'an owner', admin: 'an admin', member: 'a member', guest: 'a guest' },
  de: { owner: 'Inhaber', admin: 'Admin', member: 'Mitglied', guest: 'Gast' },
  es: { owner: 'propietario', admin: 'administrador', member: 'miembro', guest: 'invitado' },
  fr: {
    owner: 'en tant que propriétaire',
    admin: 'en tant qu’administrateur',
    member: 'en tant que membre',
    guest: 'en tant qu’invité',
  },
}

interface InvitationText {
  inviter: Markup
  email: Markup
  org: Markup
  role: string
}

export const accountPageTexts = defineMessages('accountPageTexts', {
  en: {
    setupTitle: 'Set up the first account',
    setupText: 'This server has no accounts yet. Create yours; then you can create an organization and invite others.',
    create: 'Create account',
    createYours: 'Create your account',
    addTitle: 'Add an account',
    add: 'Add the account and sign in',
    addText: (user: Markup) =>
      markup`You are signed in as ${user}. With a password, you can also sign in without the identity provider; both ways lead to this user.`,
    addressOfUser: (email: Markup) =>
      markup`The address ${email} belongs to a user of this server who signs in at an identity provider. Sign in as that user first, so that no second one is created.`,
    addressOfUserHint: (command: Markup) =>
      markup`If you cannot sign in there any more, ask the administrator of this server to run ${command}.`,
    passwordTitle: 'Set a password',
    passwordButton: 'Set password and sign in',
    passwordHint: 'Other sessions and connected apps of this account will end.',
    joinTitle: (org: string) => `Join ${org}`,
    invitation: ({ inviter, email, org, role }: InvitationText) =>
      markup`${inviter} invites ${email} to join ${org} as ${roles.en[role as Role]}.`,
    signedInAs: (user: Markup) => markup`You are signed in as ${user}.`,
    join: 'Join',
    createAndJoin: 'Create account and join',
    haveAccount: 'You have an account?',
    signInToJoin: 'Sign in to join',
    linkForJoin: 'Enter your email address. You get a link to create your account.',
    linkForSignIn: 'Enter your email address. You get a link to sign in or to set a new password.',
    linkTitle: 'Sign in by email',
    sendLink: 'Send link',
    withPassword: 'Sign in with a password',
    sentTitle: 'Check your email',
    sent: (email: Markup) => markup`If ${email} can be used on this server, an email with a link is on its way.`,
    sentHint: 'It may take a few minutes. Look in the spam folder too.',
    confirm: (email: Markup) => markup`This link signs you in as ${email}.`,
    confirmButton: 'Sign in in this browser',
    confirmHint: 'Continue only if this is your account and you asked for the link.',
  },
  de: {
    setupTitle: 'Das erste Konto einrichten',
    setupText:
      'Dieser Server hat noch keine Konten. Erstelle deines; danach kannst du eine Organisation erstellen und andere einladen.',
    create: 'Konto erstellen',
    createYours: 'Dein Konto erstellen',
    addTitle: 'Konto hinzufügen',
    add: 'Konto hinzufügen und anmelden',
    addText: (user) =>
      markup`Du bist als ${user} angemeldet. Mit einem Passwort kannst du dich auch ohne den Identitätsanbieter anmelden; beide Wege führen hierher.`,
    addressOfUser: (email) =>
      markup`Die Adresse ${email} gehört zu einer Person auf diesem Server, die sich bei einem Identitätsanbieter anmeldet. Melde dich zuerst als diese Person an, damit keine zweite angelegt wird.`,
    addressOfUserHint: (command) =>
      markup`Wenn du dich dort nicht mehr anmelden kannst, bitte die Administration dieses Servers, ${command} auszuführen.`,
    passwordTitle: 'Passwort festlegen',
    passwordButton: 'Passwort festlegen und anmelden',
    passwordHint: 'Andere Sitzungen und verbundene Apps dieses Kontos werden beendet.',
    joinTitle: (org) => `${org} beitreten`,
    invitation: ({ inviter, email, org, role }) =>
      markup`${inviter} lädt ${email} ein, ${org} als ${roles.de[role as Role]} beizutreten.`,
    signedInAs: (user) => markup`Du bist als ${user} angemeldet.`,
    join: 'Beitreten',
    createAndJoin: 'Konto erstellen und beitreten',
    haveAccount: 'Hast du schon ein Konto?',
    signInToJoin: 'Anmelden und beitreten',
    linkForJoin: 'Gib deine E-Mail-Adresse ein. Du bekommst einen Link, mit dem du dein Konto erstellst.',
    linkForSignIn:
      'Gib deine E-Mail-Adresse ein. Du bekommst einen Link, mit dem du dich anmeldest oder ein neues Passwort festlegst.',
    linkTitle: 'Per E-Mail anmelden',
    sendLink: 'Link senden',
    withPassword: 'Mit einem Passwort anmelden',
    sentTitle: 'Sieh in deinem Postfach nach',
    sent: (email) =>
      markup`Wenn ${email} auf diesem Server verwendet werden kann, ist eine E-Mail mit einem Link unterwegs.`,
    sentHint: 'Das kann ein paar Minuten dauern. Sieh auch im Spam-Ordner nach.',
    confirm: (email) => markup`Dieser Link meldet dich als ${email} an.`,
    confirmButton: 'In diesem Browser anmelden',
    confirmHint: 'Fahre nur fort, wenn dies dein Konto ist und du den Link angefordert hast.',
  },
  es: {
    setupTitle: 'Configurar la primera cuenta',
    setupText:
      'Este servidor aún no tiene cuentas. Crea la tuya; después podrás crear una organización e invitar a otras personas.',
    create: 'Crear cuenta',
    createYours: 'Crear tu cuenta',
    addTitle: 'Añadir una cuenta',
    add: 'Añadir la cuenta e iniciar sesión',
    addText: (user) =>
      markup`Has iniciado sesión como ${user}. Con una contraseña también puedes entrar sin el proveedor de identidad; ambas formas llevarán aquí.`,
    addressOfUser: (email) =>
      markup`La dirección ${email} pertenece a alguien en este servidor que inicia sesión en un proveedor de identidad. Inicia sesión primero como esa persona, para que no se cree una segunda.`,
    addressOfUserHint: (command) =>
      markup`Si ya no puedes iniciar sesión allí, pide a la administración de este servidor que ejecute ${command}.`,
    passwordTitle: 'Establecer una contraseña',
    passwordButton: 'Establecer la contraseña e iniciar sesión',
    passwordHint: 'Las demás sesiones y las aplicaciones conectadas de esta cuenta terminarán.',
    joinTitle: (org) => `Unirse a ${org}`,
    invitation: ({ inviter, email, org, role }) =>
      markup`${inviter} invita a ${email} a unirse a ${org} como ${roles.es[role as Role]}.`,
    signedInAs: (user) => markup`Has iniciado sesión como ${user}.`,
    join: 'Unirse',
    createAndJoin: 'Crear cuenta y unirse',
    haveAccount: '¿Tienes una cuenta?',
    signInToJoin: 'Iniciar sesión para unirse',
    linkForJoin: 'Introduce tu dirección de correo. Recibirás un enlace para crear tu cuenta.',
    linkForSignIn:
      'Introduce tu dirección de correo. Recibirás un enlace para iniciar sesión o establecer una contraseña nueva.',
    linkTitle: 'Iniciar sesión por correo',
    sendLink: 'Enviar enlace',
    withPassword: 'Iniciar sesión con una contraseña',
    sentTitle: 'Revisa tu correo',
    sent: (email) => markup`Si ${email} se puede usar en este servidor, un correo con un enlace está en camino.`,
    sentHint: 'Puede tardar unos minutos. Mira también en la carpeta de correo no deseado.',
    confirm: (email) => markup`Este enlace inicia tu sesión como ${email}.`,
    confirmButton: 'Iniciar sesión en este navegador',
    confirmHint: 'Continúa solo si esta es tu cuenta y has pedido el enlace.',
  },
  fr: {
    setupTitle: 'Configurer le premier compte',
    setupText:
      'Ce serveur n’a pas encore de compte. Créez le vôtre ; vous pourrez ensuite créer une organisation et inviter d’autres personnes.',
    create: 'Créer le compte',
    createYours: 'Créer votre compte',
    addTitle: 'Ajouter un compte',
    add: 'Ajouter le compte et se connecter',
    addText: (user) =>
      markup`Vous avez une session ouverte en tant que ${user}. Avec un mot de passe, vous pouvez aussi vous connecter sans le fournisseur d’identité ; les deux voies mènent ici.`,
    addressOfUser: (email) =>
      markup`L’adresse ${email} appartient à quelqu’un sur ce serveur qui se connecte auprès d’un fournisseur d’identité. Connectez-vous d’abord en tant que cette personne, pour qu’aucune autre ne soit créée.`,
    addressOfUserHint: (command) =>
      markup`Si vous ne pouvez plus vous y connecter, demandez à l’administration de ce serveur d’exécuter ${command}.`,
    passwordTitle: 'Définir un mot de passe',
    passwordButton: 'Définir le mot de passe et se connecter',
    passwordHint: 'Les autres sessions et les applications connectées de ce compte prendront fin.',
    joinTitle: (org) => `Rejoindre ${org}`,
    invitation: ({ inviter, email, org, role }) =>
      markup`${inviter} invite ${email} à rejoindre ${org} ${roles.fr[role as Role]}.`,
    signedInAs: (user) => markup`Vous avez une session ouverte en tant que ${user}.`,
    join: 'Rejoindre',
    createAndJoin: 'Créer le compte et rejoindre',
    haveAccount: 'Vous avez un compte ?',
    signInToJoin: 'Se connecter pour rejoindre',
    linkForJoin: 'Saisissez votre adresse e-mail. Vous recevrez un lien pour créer votre compte.',
    linkForSignIn:
      'Saisissez votre adresse e-mail. Vous recevrez un lien pour vous connecter ou définir un nouveau mot de passe.',
    linkTitle: 'Se connecter par e-mail',
    sendLink: 'Envoyer le lien',
    withPassword: 'Se connecter avec un mot de passe',
    sentTitle: 'Consultez votre messagerie',
    sent: (email) => markup`Si ${email} peut être utilisée sur ce serveur, un e-mail avec un lien est en route.`,
    sentHint: 'Cela peut prendre quelques minutes. Regardez aussi dans les courriers indésirables.',
    confirm: (email) => markup`Ce lien vous connecte en tant que ${email}.`,
    confirmButton: 'Se connecter dans ce navigateur',
    confirmHint: 'Continuez seulement si c’est votre compte et que vous avez demandé le lien.',
  },
})

export const secondFactorTexts = defineMessages('secondFactorTexts', {
  en: {
    code: 'Code',
    codeTitle: 'Enter your code',
    codeText: 'Enter the code that your authenticator app shows, or one of your recovery codes.',
    passkeyTitle: 'Use your passkey',
    passkeyText: 'One of your organizations requires a second factor. Passkeys need JavaScript in this browser.',
    newTitle: 'Set up an authenticator app',
    newText: 'One of your organizations requires a second factor.',
    scan: 'Scan this code with an authenticator app.',
    qrCode: 'QR code of the key',
    key: (open: Link) => markup`Or enter this key there, or ${open('open it in an app on this device')}:`,
    confirm: 'Confirm',
    recoveryTitle: 'Keep your recovery codes',
    recoveryText:
      'Each of these codes replaces a code of the app once, such as when the device is lost. They are not shown again: print them, or store them in a password manager.',
    continue: 'Continue',
  },
  de: {
    code: 'Code',
    codeTitle: 'Gib deinen Code ein',
    codeText: 'Gib den Code ein, den deine Authenticator-App zeigt, oder einen deiner Wiederherstellungscodes.',
    passkeyTitle: 'Verwende deinen Passkey',
    passkeyText:
      'Eine deiner Organisationen verlangt einen zweiten Faktor. Passkeys brauchen JavaScript in diesem Browser.',
    newTitle: 'Authenticator-App einrichten',
    newText: 'Eine deiner Organisationen verlangt einen zweiten Faktor.',
    scan: 'Scanne diesen Code mit einer Authenticator-App.',
    qrCode: 'QR-Code des Schlüssels',
    key: (open) => markup`Oder gib diesen Schlüssel dort ein, oder ${open('öffne ihn in einer App auf diesem Gerät')}:`,
    confirm: 'Bestätigen',
    recoveryTitle: 'Bewahre deine Wiederherstellungscodes auf',
    recoveryText:
      'Jeder dieser Codes ersetzt einmal einen Code der App, etwa wenn das Gerät verloren geht. Sie werden nicht noch einmal angezeigt: Drucke sie aus oder speichere sie in einem Passwortmanager.',
    continue: 'Weiter',
  },
  es: {
    code: 'Código',
    codeTitle: 'Introduce tu código',
    codeText: 'Introduce el código que muestra tu aplicación de autenticación, o uno de tus códigos de recuperación.',
    passkeyTitle: 'Usa tu llave de acceso',
    passkeyText:
      'Una de tus organizaciones exige un segundo factor. Las llaves de acceso necesitan JavaScript en este navegador.',
    newTitle: 'Configurar una aplicación de autenticación',
    newText: 'Una de tus organizaciones exige un segundo factor.',
    scan: 'Escanea este código con una aplicación de autenticación.',
    qrCode: 'Código QR de la clave',
    key: (open) => markup`O introduce allí esta clave, o ${open('ábrela en una aplicación de este dispositivo')}:`,
    confirm: 'Confirmar',
    recoveryTitle: 'Guarda tus códigos de recuperación',
    recoveryText:
      'Cada uno de estos códigos sustituye una vez a un código de la aplicación, por ejemplo si pierdes el dispositivo. No se vuelven a mostrar: imprímelos o guárdalos en un gestor de contraseñas.',
    continue: 'Continuar',
  },
  fr: {
    code: 'Code',
    codeTitle: 'Saisissez votre code',
    codeText:
      'Saisissez le code que votre application d’authentification affiche, ou l’un de vos codes de récupération.',
    passkeyTitle: 'Utilisez votre clé d’accès',
    passkeyText:
      'L’une de vos organisations exige un second facteur. Les clés d’accès ont besoin de JavaScript dans ce navigateur.',
    newTitle: 'Configurer une application d’authentification',
    newText: 'L’une de vos organisations exige un second facteur.',
    scan: 'Scannez ce code avec une application d’authentification.',
    qrCode: 'Code QR de la clé',
    key: (open) => markup`Ou saisissez-y cette clé, ou ${open('ouvrez-la dans une application de cet appareil')} :`,
    confirm: 'Confirmer',
    recoveryTitle: 'Conservez vos codes de récupération',
    recoveryText:
      'Chacun de ces codes remplace une fois un code de l’application, par exemple si l’appareil est perdu. Ils ne seront plus affichés : imprimez-les, ou enregistrez-les dans un gestionnaire de mots de passe.',
    continue: 'Continuer',
  },
})
