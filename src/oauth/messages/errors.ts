import { defineMessages } from '../../core/messages/define-messages.ts'

export const errorPageTexts = defineMessages('errorPageTexts', {
  en: {
    request: 'Request',
    refused: 'This request was refused',
    unknownApp: 'Unknown app',
    unknownAppText: 'No app is registered under this client_id, or it was revoked.',
    unknownUri: 'Unregistered redirect URI',
    unknownUriText:
      'This redirect_uri is not registered for the app, so you are not redirected. URIs are compared character by character.',
    report: 'Go back to the app and try again. If it fails again, report this error to its developer:',
    expired: 'This request is no longer valid',
    expiredText:
      'It was already completed, has expired, or was started in another browser. Go back to the app and start again.',
    expiredDevice:
      'The request was already completed or has expired, or you signed in again after you entered the code. Start again on the device.',
    rejected: 'Form rejected',
    rejectedApp: 'The form was not submitted from the page that you were shown. Go back to the app and start again.',
    rejectedDevice:
      'The form was not submitted from the page that you were shown. Go back to the device and start again.',
  },
  de: {
    request: 'Anfrage',
    refused: 'Diese Anfrage wurde abgelehnt',
    unknownApp: 'Unbekannte App',
    unknownAppText: 'Unter dieser client_id ist keine App registriert, oder sie wurde widerrufen.',
    unknownUri: 'Nicht registrierte Weiterleitung',
    unknownUriText:
      'Diese redirect_uri ist für die App nicht registriert, daher wirst du nicht weitergeleitet. URIs werden Zeichen für Zeichen verglichen.',
    report:
      'Geh zurück zur App und versuche es erneut. Wenn es wieder nicht geht, melde diesen Fehler an die Entwicklung der App:',
    expired: 'Diese Anfrage ist nicht mehr gültig',
    expiredText:
      'Sie wurde schon abgeschlossen, ist abgelaufen oder wurde in einem anderen Browser begonnen. Geh zurück zur App und beginne von vorn.',
    expiredDevice:
      'Die Anfrage wurde schon abgeschlossen oder ist abgelaufen, oder du hast dich nach der Eingabe des Codes neu angemeldet. Beginne auf dem Gerät von vorn.',
    rejected: 'Formular abgelehnt',
    rejectedApp:
      'Das Formular wurde nicht von der Seite gesendet, die dir gezeigt wurde. Geh zurück zur App und beginne von vorn.',
    rejectedDevice:
      'Das Formular wurde nicht von der Seite gesendet, die dir gezeigt wurde. Geh zurück zum Gerät und beginne von vorn.',
  },
  es: {
    request: 'Solicitud',
    refused: 'Esta solicitud se ha rechazado',
    unknownApp: 'Aplicación desconocida',
    unknownAppText: 'No hay ninguna aplicación registrada con este client_id, o se ha revocado.',
    unknownUri: 'Redirección no registrada',
    unknownUriText:
      'Esta redirect_uri no está registrada para la aplicación, así que no se te redirige. Las URI se comparan carácter por carácter.',
    report:
      'Vuelve a la aplicación e inténtalo de nuevo. Si falla otra vez, comunica este error a quien la desarrolla:',
    expired: 'Esta solicitud ya no es válida',
    expiredText:
      'Ya se completó, ha caducado o se empezó en otro navegador. Vuelve a la aplicación y empieza de nuevo.',
    expiredDevice:
      'La solicitud ya se completó o ha caducado, o has vuelto a iniciar sesión después de introducir el código. Empieza de nuevo en el dispositivo.',
    rejected: 'Formulario rechazado',
    rejectedApp:
      'El formulario no se envió desde la página que se te mostró. Vuelve a la aplicación y empieza de nuevo.',
    rejectedDevice:
      'El formulario no se envió desde la página que se te mostró. Vuelve al dispositivo y empieza de nuevo.',
  },
  fr: {
    request: 'Requête',
    refused: 'Cette requête a été refusée',
    unknownApp: 'Application inconnue',
    unknownAppText: 'Aucune application n’est enregistrée sous ce client_id, ou elle a été révoquée.',
    unknownUri: 'Redirection non enregistrée',
    unknownUriText:
      'Cette redirect_uri n’est pas enregistrée pour l’application, vous n’êtes donc pas redirigé. Les URI sont comparées caractère par caractère.',
    report:
      'Revenez à l’application et réessayez. Si cela échoue encore, signalez cette erreur à la personne qui la développe\u00a0:',
    expired: 'Cette requête n’est plus valide',
    expiredText:
      'Elle a déjà été traitée, a expiré ou a été commencée dans un autre navigateur. Revenez à l’application et recommencez.',
    expiredDevice:
      'La requête a déjà été traitée ou a expiré, ou vous vous êtes reconnecté après avoir saisi le code. Recommencez sur l’appareil.',
    rejected: 'Formulaire refusé',
    rejectedApp:
      'Le formulaire n’a pas été envoyé depuis la page qui vous a été montrée. Revenez à l’application et recommencez.',
    rejectedDevice:
      'Le formulaire n’a pas été envoyé depuis la page qui vous a été montrée. Revenez à l’appareil et recommencez.',
  },
})

export const consentProblemTexts = defineMessages('consentProblemTexts', {
  en: {
    revoked: 'The app was revoked or you are no longer a member. Go back to the app.',
    roleTooLow: 'Your role in this organization does not allow any of the requested permissions.',
    signInAgain: 'Sign in again to allow this.',
    missingProject: 'One of the projects no longer exists. Choose again.',
    noScopes: 'The app can no longer request any of these permissions.',
    name: 'Enter a name of 1 to 120 characters for the organization.',
    noProject: 'Choose at least one project, or all projects.',
  },
  de: {
    revoked: 'Die App wurde widerrufen oder du bist kein Mitglied mehr. Geh zurück zur App.',
    roleTooLow: 'Deine Rolle in dieser Organisation erlaubt keines der verlangten Rechte.',
    signInAgain: 'Melde dich neu an, um dies zu erlauben.',
    missingProject: 'Eines der Projekte gibt es nicht mehr. Wähle noch einmal.',
    noScopes: 'Die App kann keines dieser Rechte mehr verlangen.',
    name: 'Gib einen Namen mit 1 bis 120 Zeichen für die Organisation ein.',
    noProject: 'Wähle mindestens ein Projekt oder alle Projekte.',
  },
  es: {
    revoked: 'La aplicación se ha revocado o ya no eres miembro. Vuelve a la aplicación.',
    roleTooLow: 'Tu rol en esta organización no permite ninguno de los permisos solicitados.',
    signInAgain: 'Vuelve a iniciar sesión para permitir esto.',
    missingProject: 'Uno de los proyectos ya no existe. Elige de nuevo.',
    noScopes: 'La aplicación ya no puede solicitar ninguno de estos permisos.',
    name: 'Introduce un nombre de 1 a 120 caracteres para la organización.',
    noProject: 'Elige al menos un proyecto, o todos los proyectos.',
  },
  fr: {
    revoked: 'L’application a été révoquée ou vous n’êtes plus membre. Revenez à l’application.',
    roleTooLow: 'Votre rôle dans cette organisation ne permet aucune des permissions demandées.',
    signInAgain: 'Reconnectez-vous pour autoriser ceci.',
    missingProject: 'L’un des projets n’existe plus. Choisissez de nouveau.',
    noScopes: 'L’application ne peut plus demander aucune de ces permissions.',
    name: 'Saisissez un nom de 1 à 120 caractères pour l’organisation.',
    noProject: 'Choisissez au moins un projet, ou tous les projets.',
  },
})
