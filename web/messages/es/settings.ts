import type * as english from '../settings.ts'

export const settingsTexts: typeof english.settingsTexts = {
  looks: 'Apariencia',
  theme: 'Tema',
  system: 'Sistema',
  light: 'Claro',
  dark: 'Oscuro',
  language: 'Idioma',
  browserLanguage: 'Como en el navegador',
  languageHint:
    'Se aplica en todos tus navegadores y a los correos que recibes. Al cambiar el idioma se recarga la página.',
  keys: 'Teclado',
  singleKeys: 'Atajos de una sola tecla',
  singleKeysHint:
    'Teclas como c y j ejecutan comandos fuera de los campos de texto. Desactívalas si dictas o pulsas teclas sin querer. Los atajos con Ctrl o ⌘ siguen funcionando.',
  all: 'Todos los atajos',
  time: 'Hora',
  zone: 'Zona horaria',
  zoneHint: 'Determina qué tareas vencen hoy y cuáles están vencidas.',
  browserZone: (zone) => `Este navegador usa ${zone}. `,
  useIt: 'Usarla',
  sessions: 'Sesiones',
  thisSession: 'Este navegador',
  since: 'Desde',
  lastUsed: 'Último uso',
  end: 'Cerrar sesión',
  endAll: 'Cerrar todas las demás',
  ended: 'Sesión cerrada',
  notifications: 'Notificaciones',
  inbox: 'Bandeja de entrada',
  mail: 'Correo',
  what: 'Evento',
  saved: 'Guardado',
  unknownBrowser: 'Navegador desconocido',
}

export const notificationNames: typeof english.notificationNames = {
  mentioned: 'Un comentario te menciona',
  replied: 'Alguien responde a tu comentario',
  assigned: 'Te asignan una tarea',
  unassigned: 'Una tarea deja de estar asignada a ti',
  reminder: 'Llega un recordatorio',
  overdue: 'Una tarea tuya está vencida',
  due_today: 'Una tarea tuya vence hoy',
  unblocked: 'Una tarea tuya ya no está bloqueada',
  invited: 'Te añaden a un proyecto o a un equipo',
  join_requested: 'Alguien solicita unirse a la organización',
  webhook_disabled: 'Tu webhook se ha desactivado',
  webhook_enabled: 'Tu webhook se ha vuelto a activar',
  export_finished: 'Tu exportación está lista',
  export_failed: 'Tu exportación ha fallado',
  sprint_closing: 'Un sprint de tu equipo termina hoy',
  milestone_closing: 'Un hito de tu equipo vence hoy',
  commented: 'Alguien comenta una tarea que sigues',
  status_changed: 'Cambia el estado de una tarea que sigues',
}

export const mailFrequencyNames: typeof english.mailFrequencyNames = {
  now: 'De inmediato',
  daily: 'Cada día',
  never: 'Nunca',
}
