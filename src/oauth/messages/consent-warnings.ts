import { markup, type Markup } from '../../api-docs/layout.ts'
import { defineMessages, plural } from '../../core/messages/define-messages.ts'

/** Warnings against phishing, since the code or link may come from an attacker. */
export const warningTexts = defineMessages('warningTexts', {
  en: {
    builtIn: (app: Markup) =>
      markup`${app} is part of svc. Any program on this device can use its name, so continue only if you have just started it yourself.`,
    deviceCode: (code: string) => `Continue only if you started this yourself and your device shows the code ${code}.`,
    phishing:
      'If someone sent you the code or a link to this page, they may be trying to get access to your account: don’t allow it.',
    app: 'App',
    partOfSvc: 'part of svc',
    requested: 'Requested',
    justNow: (from: string) => `just now, from ${from}`,
    minutesAgo: (n: number, from: string) =>
      plural(n, { one: `# minute ago, from ${from}`, other: `# minutes ago, from ${from}` }),
    sameAddress: 'the same address as this browser',
    program: 'Program',
    unknown: 'unknown',
    anyone: 'Anyone can register an app under any name.',
    providedBy: (host: Markup) => markup`Provided by ${host}, which chose its name.`,
    unreviewedScopes: 'This app is not reviewed for all permissions that it requests.',
    unreviewed: 'This app is not reviewed.',
    onlyIfStarted: (app: string) => `Continue only if you have just started ${app} yourself, on this device.`,
    onlyIfStartedElsewhere: (app: string) => `Continue only if you have just started ${app} yourself, on your device.`,
    onlyIfKnown: (app: string, host: Markup) =>
      markup`Continue only if you know who operates ${app} and that ${host} belongs to them.`,
  },
  de: {
    builtIn: (app) =>
      markup`${app} ist Teil von svc. Jedes Programm auf diesem Gerät kann den Namen verwenden; fahre also nur fort, wenn du es gerade selbst gestartet hast.`,
    deviceCode: (code) => `Fahre nur fort, wenn du dies selbst begonnen hast und dein Gerät den Code ${code} zeigt.`,
    phishing:
      'Wenn dir jemand den Code oder einen Link zu dieser Seite geschickt hat, will er vielleicht Zugriff auf dein Konto: Erlaube es nicht.',
    app: 'App',
    partOfSvc: 'Teil von svc',
    requested: 'Angefragt',
    justNow: (from) => `gerade eben, von ${from}`,
    minutesAgo: (n, from) => plural(n, { one: `vor # Minute, von ${from}`, other: `vor # Minuten, von ${from}` }),
    sameAddress: 'derselben Adresse wie dieser Browser',
    program: 'Programm',
    unknown: 'unbekannt',
    anyone: 'Alle können eine App unter beliebigem Namen registrieren.',
    providedBy: (host) => markup`Bereitgestellt von ${host}, wo auch der Name gewählt wurde.`,
    unreviewedScopes: 'Diese App ist nicht für alle Rechte geprüft, die sie verlangt.',
    unreviewed: 'Diese App ist nicht geprüft.',
    onlyIfStarted: (app) => `Fahre nur fort, wenn du ${app} gerade selbst auf diesem Gerät gestartet hast.`,
    onlyIfStartedElsewhere: (app) => `Fahre nur fort, wenn du ${app} gerade selbst auf deinem Gerät gestartet hast.`,
    onlyIfKnown: (app, host) =>
      markup`Fahre nur fort, wenn du weißt, wer ${app} betreibt und dass ${host} dazu gehört.`,
  },
  es: {
    builtIn: (app) =>
      markup`${app} forma parte de svc. Cualquier programa de este dispositivo puede usar su nombre, así que continúa solo si acabas de iniciarlo tú.`,
    deviceCode: (code) => `Continúa solo si has empezado esto tú y tu dispositivo muestra el código ${code}.`,
    phishing:
      'Si alguien te ha enviado el código o un enlace a esta página, quizá intente acceder a tu cuenta: no lo permitas.',
    app: 'Aplicación',
    partOfSvc: 'parte de svc',
    requested: 'Solicitado',
    justNow: (from) => `ahora mismo, desde ${from}`,
    minutesAgo: (n, from) => plural(n, { one: `hace # minuto, desde ${from}`, other: `hace # minutos, desde ${from}` }),
    sameAddress: 'la misma dirección que este navegador',
    program: 'Programa',
    unknown: 'desconocido',
    anyone: 'Cualquiera puede registrar una aplicación con cualquier nombre.',
    providedBy: (host) => markup`Proporcionada por ${host}, que eligió su nombre.`,
    unreviewedScopes: 'Esta aplicación no está revisada para todos los permisos que solicita.',
    unreviewed: 'Esta aplicación no está revisada.',
    onlyIfStarted: (app) => `Continúa solo si acabas de iniciar ${app} tú, en este dispositivo.`,
    onlyIfStartedElsewhere: (app) => `Continúa solo si acabas de iniciar ${app} tú, en tu dispositivo.`,
    onlyIfKnown: (app, host) => markup`Continúa solo si sabes quién gestiona ${app} y que ${host} le pertenece.`,
  },
  fr: {
    builtIn: (app) =>
      markup`${app} fait partie de svc. Tout programme de cet appareil peut utiliser son nom : continuez seulement si vous venez de le lancer vous-même.`,
    deviceCode: (code) =>
      `Continuez seulement si vous avez commencé ceci vous-même et que votre appareil affiche le code ${code}.`,
    phishing:
      'Si quelqu’un vous a envoyé le code ou un lien vers cette page, cette personne cherche peut-être à accéder à votre compte : ne l’autorisez pas.',
    app: 'Application',
    partOfSvc: 'fait partie de svc',
    requested: 'Demandé',
    justNow: (from) => `à l’instant, depuis ${from}`,
    minutesAgo: (n, from) =>
      plural(n, { one: `il y a # minute, depuis ${from}`, other: `il y a # minutes, depuis ${from}` }),
    sameAddress: 'la même adresse que ce navigateur',
    program: 'Programme',
    unknown: 'inconnu',
    anyone: 'N’importe qui peut enregistrer une application sous n’importe quel nom.',
    providedBy: (host) => markup`Fournie par ${host}, qui a choisi son nom.`,
    unreviewedScopes: 'Cette application n’est pas vérifiée pour toutes les permissions qu’elle demande.',
    unreviewed: 'Cette application n’est pas vérifiée.',
    onlyIfStarted: (app) => `Continuez seulement si vous venez de lancer ${app} vous-même, sur cet appareil.`,
    onlyIfStartedElsewhere: (app) =>
      `Continuez seulement si vous venez de lancer ${app} vous-même, sur votre appareil.`,
    onlyIfKnown: (app, host) =>
      markup`Continuez seulement si vous savez qui exploite ${app} et que ${host} lui appartient.`,
  },
})
