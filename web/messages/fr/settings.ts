import type * as english from '../settings.ts'

export const settingsTexts: typeof english.settingsTexts = {
  looks: 'Apparence',
  theme: 'Thème',
  system: 'Système',
  light: 'Clair',
  dark: 'Sombre',
  language: 'Langue',
  browserLanguage: 'Comme dans le navigateur',
  languageHint:
    'S’applique dans tous vos navigateurs et aux e-mails que vous recevez. Changer de langue recharge la page.',
  keys: 'Clavier',
  singleKeys: 'Raccourcis à une seule touche',
  singleKeysHint:
    'Des touches comme c et j exécutent des commandes en dehors des champs de texte. Désactivez-les si vous dictez ou appuyez par accident. Les raccourcis avec Ctrl ou ⌘ fonctionnent toujours.',
  all: 'Tous les raccourcis',
  time: 'Heure',
  zone: 'Fuseau horaire',
  zoneHint: 'Détermine quelles tâches arrivent à échéance aujourd’hui et lesquelles sont en retard.',
  browserZone: (zone) => `Ce navigateur utilise ${zone}. `,
  useIt: 'L’utiliser',
  sessions: 'Sessions',
  thisSession: 'Ce navigateur',
  since: 'Depuis',
  lastUsed: 'Dernière utilisation',
  end: 'Déconnecter',
  endAll: 'Déconnecter toutes les autres',
  ended: 'Session terminée',
  notifications: 'Notifications',
  inbox: 'Boîte de réception',
  mail: 'E-mail',
  what: 'Événement',
  saved: 'Enregistré',
  unknownBrowser: 'Navigateur inconnu',
}

export const notificationNames: typeof english.notificationNames = {
  mentioned: 'Un commentaire vous mentionne',
  replied: 'Quelqu’un répond à votre commentaire',
  assigned: 'Une tâche vous est assignée',
  unassigned: 'Une tâche ne vous est plus assignée',
  reminder: 'Un rappel est arrivé',
  overdue: 'Une de vos tâches est en retard',
  due_today: 'Une de vos tâches arrive à échéance aujourd’hui',
  unblocked: 'Une de vos tâches n’est plus bloquée',
  invited: 'On vous ajoute à un projet ou à une équipe',
  join_requested: 'Quelqu’un demande à rejoindre l’organisation',
  webhook_disabled: 'Votre webhook a été désactivé',
  webhook_enabled: 'Votre webhook a été réactivé',
  export_finished: 'Votre export est prêt',
  export_failed: 'Votre export a échoué',
  sprint_closing: 'Un sprint de votre équipe se termine aujourd’hui',
  milestone_closing: 'Un jalon de votre équipe arrive à échéance aujourd’hui',
  commented: 'Quelqu’un commente une tâche que vous suivez',
  status_changed: 'Le statut d’une tâche que vous suivez change',
}

export const mailFrequencyNames: typeof english.mailFrequencyNames = {
  now: 'Immédiatement',
  daily: 'Chaque jour',
  never: 'Jamais',
}
