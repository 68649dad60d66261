import { defineMessages, plural } from '../../core/messages/define-messages.ts'

export const deviceTexts = defineMessages('deviceTexts', {
  en: {
    title: 'Connect a device',
    enter: 'Enter the code that your device or terminal shows. Do so only if you started this yourself.',
    code: 'Code',
    continue: 'Continue',
    connected: 'The device is connected',
    connectedText: 'It continues within a few seconds. You can close this page.',
    notConnected: 'The device is not connected',
    notConnectedText: 'It has no access to your account. You can close this page.',
    tooMany: (n: number) =>
      `Too many codes. Wait ${plural(n, { one: '# second', other: '# seconds' })}, then try again.`,
    malformed: 'A code has 8 letters and no vowels. Check your device.',
    notWaiting:
      'No device is waiting with this code. A code expires after 15 minutes and works once. Start again on the device.',
    signingIn: 'Signing in',
    backToApp: 'Back to the app',
  },
  de: {
    title: 'Gerät verbinden',
    enter: 'Gib den Code ein, den dein Gerät oder Terminal zeigt. Tu das nur, wenn du dies selbst begonnen hast.',
    code: 'Code',
    continue: 'Weiter',
    connected: 'Das Gerät ist verbunden',
    connectedText: 'Es macht in wenigen Sekunden weiter. Du kannst diese Seite schließen.',
    notConnected: 'Das Gerät ist nicht verbunden',
    notConnectedText: 'Es hat keinen Zugriff auf dein Konto. Du kannst diese Seite schließen.',
    tooMany: (n) =>
      `Zu viele Codes. Warte ${plural(n, { one: '# Sekunde', other: '# Sekunden' })} und versuche es dann erneut.`,
    malformed: 'Ein Code hat 8 Buchstaben und keine Vokale. Sieh auf deinem Gerät nach.',
    notWaiting:
      'Kein Gerät wartet mit diesem Code. Ein Code läuft nach 15 Minuten ab und funktioniert einmal. Beginne auf dem Gerät von vorn.',
    signingIn: 'Anmeldung läuft',
    backToApp: 'Zurück zur App',
  },
  es: {
    title: 'Conectar un dispositivo',
    enter: 'Introduce el código que muestra tu dispositivo o terminal. Hazlo solo si has empezado esto tú.',
    code: 'Código',
    continue: 'Continuar',
    connected: 'El dispositivo está conectado',
    connectedText: 'Continúa en unos segundos. Puedes cerrar esta página.',
    notConnected: 'El dispositivo no está conectado',
    notConnectedText: 'No tiene acceso a tu cuenta. Puedes cerrar esta página.',
    tooMany: (n) =>
      `Demasiados códigos. Espera ${plural(n, { one: '# segundo', other: '# segundos' })} y vuelve a intentarlo.`,
    malformed: 'Un código tiene 8 letras y ninguna vocal. Míralo en tu dispositivo.',
    notWaiting:
      'Ningún dispositivo espera con este código. Un código caduca a los 15 minutos y funciona una vez. Empieza de nuevo en el dispositivo.',
    signingIn: 'Iniciando sesión',
    backToApp: 'Volver a la aplicación',
  },
  fr: {
    title: 'Connecter un appareil',
    enter:
      'Saisissez le code que votre appareil ou votre terminal affiche, seulement si vous avez commencé ceci vous-même.',
    code: 'Code',
    continue: 'Continuer',
    connected: 'L’appareil est connecté',
    connectedText: 'Il continue dans quelques secondes. Vous pouvez fermer cette page.',
    notConnected: 'L’appareil n’est pas connecté',
    notConnectedText: 'Il n’a pas accès à votre compte. Vous pouvez fermer cette page.',
    tooMany: (n) => `Trop de codes. Attendez ${plural(n, { one: '# seconde', other: '# secondes' })}, puis réessayez.`,
    malformed: 'Un code a 8 lettres et aucune voyelle. Vérifiez sur votre appareil.',
    notWaiting:
      'Aucun appareil n’attend avec ce code. Un code expire après 15 minutes et fonctionne une fois. Recommencez sur l’appareil.',
    signingIn: 'Connexion en cours',
    backToApp: 'Retour à l’application',
  },
})
