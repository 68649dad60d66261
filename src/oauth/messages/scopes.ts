import { defineMessages } from '../../core/messages/define-messages.ts'

export const roleTexts = defineMessages('roleTexts', {
  en: { owner: 'owner', admin: 'admin', member: 'member', guest: 'guest' },
  de: { owner: 'Inhaber', admin: 'Admin', member: 'Mitglied', guest: 'Gast' },
  es: { owner: 'propietario', admin: 'administrador', member: 'miembro', guest: 'invitado' },
  fr: { owner: 'propriétaire', admin: 'administrateur', member: 'membre', guest: 'invité' },
})

/** Permissions of an app, by scope. */
export const scopeTexts = defineMessages('scopeTexts', {
  en: {
    'tasks:read': 'See tasks, with their comments, attachments, history, sections and saved views',
    'tasks:write': 'See, create, change and delete tasks, comments, attachments, sections and saved views',
    'projects:read': 'See projects, with their members, resources, goals, roadmaps and statistics',
    'projects:write': 'See, create, change and delete projects, their members, resources and goals',
    'teams:read': 'See teams, with their members, sprints, milestones and availability',
    'teams:write': 'See, create, change and delete teams, sprints, milestones and availability',
    'org:read':
      'See the organization, with its settings, members, invitations, designations and the list of access tokens',
    'org:write':
      'See and change the settings, members, invitations, designations and service accounts of the organization, and revoke access tokens',
    'webhooks:read': 'See webhooks and their deliveries',
    'webhooks:write': 'See, create, change and delete webhooks, which send events to other servers',
    admin: 'Do everything that you can do as an owner or admin: change or delete anything, and read the audit log',
  },
  de: {
    'tasks:read': 'Aufgaben sehen, mit Kommentaren, Anhängen, Verlauf, Abschnitten und gespeicherten Ansichten',
    'tasks:write':
      'Aufgaben, Kommentare, Anhänge, Abschnitte und gespeicherte Ansichten sehen, erstellen, ändern und löschen',
    'projects:read': 'Projekte sehen, mit Mitgliedern, Ressourcen, Zielen, Roadmaps und Statistiken',
    'projects:write': 'Projekte, ihre Mitglieder, Ressourcen und Ziele sehen, erstellen, ändern und löschen',
    'teams:read': 'Teams sehen, mit Mitgliedern, Sprints, Meilensteinen und Verfügbarkeit',
    'teams:write': 'Teams, Sprints, Meilensteine und Verfügbarkeit sehen, erstellen, ändern und löschen',
    'org:read':
      'Die Organisation sehen, mit Einstellungen, Mitgliedern, Einladungen, Funktionen und der Liste der Zugriffstoken',
    'org:write':
      'Einstellungen, Mitglieder, Einladungen, Funktionen und Dienstkonten der Organisation sehen und ändern, und Zugriffstoken widerrufen',
    'webhooks:read': 'Webhooks und ihre Zustellungen sehen',
    'webhooks:write': 'Webhooks sehen, erstellen, ändern und löschen, die Ereignisse an andere Server senden',
    admin: 'Alles tun, was du als Inhaber oder Admin kannst: alles ändern oder löschen, und das Audit-Log lesen',
  },
  es: {
    'tasks:read': 'Ver tareas, con sus comentarios, archivos adjuntos, historial, secciones y vistas guardadas',
    'tasks:write':
      'Ver, crear, cambiar y eliminar tareas, comentarios, archivos adjuntos, secciones y vistas guardadas',
    'projects:read': 'Ver proyectos, con sus miembros, recursos, objetivos, hojas de ruta y estadísticas',
    'projects:write': 'Ver, crear, cambiar y eliminar proyectos, sus miembros, recursos y objetivos',
    'teams:read': 'Ver equipos, con sus miembros, sprints, hitos y disponibilidad',
    'teams:write': 'Ver, crear, cambiar y eliminar equipos, sprints, hitos y disponibilidad',
    'org:read':
      'Ver la organización, con su configuración, miembros, invitaciones, cargos y la lista de tokens de acceso',
    'org:write':
      'Ver y cambiar la configuración, los miembros, las invitaciones, los cargos y las cuentas de servicio de la organización, y revocar tokens de acceso',
    'webhooks:read': 'Ver webhooks y sus entregas',
    'webhooks:write': 'Ver, crear, cambiar y eliminar webhooks, que envían eventos a otros servidores',
    admin:
      'Hacer todo lo que puedes hacer como propietario o administrador: cambiar o eliminar cualquier cosa y leer el registro de auditoría',
  },
  fr: {
    'tasks:read': 'Voir les tâches, avec leurs commentaires, pièces jointes, historique, sections et vues enregistrées',
    'tasks:write':
      'Voir, créer, modifier et supprimer des tâches, commentaires, pièces jointes, sections et vues enregistrées',
    'projects:read': 'Voir les projets, avec leurs membres, ressources, objectifs, feuilles de route et statistiques',
    'projects:write': 'Voir, créer, modifier et supprimer des projets, leurs membres, ressources et objectifs',
    'teams:read': 'Voir les équipes, avec leurs membres, sprints, jalons et disponibilités',
    'teams:write': 'Voir, créer, modifier et supprimer des équipes, sprints, jalons et disponibilités',
    'org:read':
      'Voir l’organisation, avec ses paramètres, membres, invitations, fonctions et la liste des jetons d’accès',
    'org:write':
      'Voir et modifier les paramètres, membres, invitations, fonctions et comptes de service de l’organisation, et révoquer des jetons d’accès',
    'webhooks:read': 'Voir les webhooks et leurs livraisons',
    'webhooks:write':
      'Voir, créer, modifier et supprimer des webhooks, qui envoient des événements à d’autres serveurs',
    admin:
      'Faire tout ce que vous pouvez faire en tant que propriétaire ou administrateur : tout modifier ou supprimer, et lire le journal d’audit',
  },
})

/** Effects that remain after an app is disconnected. */
export const effectTexts = defineMessages('effectTexts', {
  en: {
    'webhooks:write': 'Webhooks it creates keep sending events to other servers until they are deleted',
    'org:write': 'Invitations it sends can be accepted until they are canceled or expire',
    admin: 'Other apps it registers can be connected until they are revoked',
  },
  de: {
    'webhooks:write': 'Webhooks, die sie erstellt, senden Ereignisse an andere Server, bis sie gelöscht werden',
    'org:write': 'Einladungen, die sie sendet, können angenommen werden, bis sie zurückgezogen werden oder ablaufen',
    admin: 'Andere Apps, die sie registriert, können verbunden werden, bis sie widerrufen werden',
  },
  es: {
    'webhooks:write': 'Los webhooks que crea siguen enviando eventos a otros servidores hasta que se eliminan',
    'org:write': 'Las invitaciones que envía se pueden aceptar hasta que se cancelan o caducan',
    admin: 'Otras aplicaciones que registra se pueden conectar hasta que se revocan',
  },
  fr: {
    'webhooks:write': 'Les webhooks qu’elle crée envoient des événements à d’autres serveurs jusqu’à leur suppression',
    'org:write': 'Les invitations qu’elle envoie peuvent être acceptées jusqu’à leur annulation ou leur expiration',
    admin: 'D’autres applications qu’elle enregistre peuvent être connectées jusqu’à leur révocation',
  },
})

export const areaTexts = defineMessages('areaTexts', {
  en: {
    'tasks:read': 'tasks',
    'projects:read': 'projects',
    'teams:read': 'teams',
    'org:read': 'the members and settings of the organization',
    'webhooks:read': 'webhooks',
  },
  de: {
    'tasks:read': 'Aufgaben',
    'projects:read': 'Projekte',
    'teams:read': 'Teams',
    'org:read': 'die Mitglieder und Einstellungen der Organisation',
    'webhooks:read': 'Webhooks',
  },
  es: {
    'tasks:read': 'las tareas',
    'projects:read': 'los proyectos',
    'teams:read': 'los equipos',
    'org:read': 'los miembros y la configuración de la organización',
    'webhooks:read': 'los webhooks',
  },
  fr: {
    'tasks:read': 'les tâches',
    'projects:read': 'les projets',
    'teams:read': 'les équipes',
    'org:read': 'les membres et les paramètres de l’organisation',
    'webhooks:read': 'les webhooks',
  },
})
