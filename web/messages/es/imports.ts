import type * as english from '../imports.ts'
import { formatNumber } from '../plural.ts'

export const importTexts: typeof english.importTexts = {
  intro: 'Trae el trabajo de otro servicio. El primer paso es una comprobación, que no cambia nada.',
  notAllowed:
    'Solo los administradores de la organización pueden importar de otros servicios, y los propietarios de un proyecto en este.',
  notAllowedAsk: (names) => `Pregunta a ${names}.`,
  title: 'Nueva importación',
  source: 'De',
  ownersHint:
    'Como propietario de un proyecto, importas en él tablas y archivos. Para lo demás, pregunta a un administrador de la organización.',
  file: 'Archivo',
  choose: 'Elegir un archivo',
  drop: 'o suéltalo aquí',
  otherFile: 'Elegir otro archivo',
  target: 'En',
  newProjects: 'Proyectos nuevos',
  timeZone: 'Zona horaria del archivo',
  timeZoneHint: 'Para las horas que no la indican.',
  columns: 'Columnas',
  columnsHint: 'Qué significa cada columna de la tabla. Las demás se guardan con la tarea.',
  column: 'Columna',
  sample: 'Primeras filas',
  means: 'Significado',
  meansFor: (column) => `Significado de ${column}`,
  unnamed: (number) => `Columna ${formatNumber(number)}`,
  needsTitle: 'Elige la columna que es el título.',
  unreadable: 'El navegador no ha podido leer el archivo.',
  check: 'Comprobar el archivo',
  checkHint: 'Muestra lo que haría una importación. No se cambia nada.',
  upload: 'Subiendo',
  earlier: 'Importaciones anteriores',
  none: 'Aún no hay importaciones.',
  back: 'Todas las importaciones',
  unknown: 'Esta importación no existe, o no puedes leerla.',
  checked: 'comprobación',
  by: (name) => `por ${name}`,
  started: 'Iniciada',
  phaseOf: (step, done) => `${step}: ${done} hechos`,
  wouldDo: 'Lo que haría la importación',
  didDo: 'Lo que se ha importado',
  kind: 'Clase',
  notes: 'Lo que le falta al archivo',
  report: 'Lo que no se ha incorporado tal cual',
  reportNone: 'Todo se ha incorporado tal cual.',
  reportCsv: 'Descargar CSV',
  line: (line) => `línea ${formatNumber(line)}`,
  people: 'Personas sin miembro',
  peopleHint:
    'Se convierten en marcadores de posición: autores y responsables que no pueden iniciar sesión. Elige un miembro para que ocupe su lugar.',
  placeholder: 'Marcador de posición',
  states: 'Columnas sin estado',
  statesHint: 'Sus tareas conservan el estado que da el archivo. Elige un estado para asignarlo a todas.',
  noStatus: 'Sin estado',
  run: 'Importar ahora',
  checkAgain: 'Comprobar de nuevo',
  undo: 'Deshacer la importación…',
  undoTitle: (file) => `¿Deshacer la importación de ${file}?`,
  undoTexts: [
    'Elimina todo lo que ha creado esta importación.',
    'Lo que se ha cambiado o comentado desde entonces se queda y aparece en el informe.',
  ],
  undoConfirm: 'Deshacer importación',
  failed: 'La importación ha fallado.',
  failedUndo: 'Lo que escribió antes se puede deshacer.',
  finishedSaid: 'La importación ha terminado.',
  checkedSaid: 'La comprobación ha terminado.',
}

export const sourceNames: typeof english.sourceNames = {
  csv: 'Tabla (CSV)',
  trello: 'Trello',
  jira: 'Jira',
  todoist: 'Todoist',
  linear: 'Linear',
  neutral: 'Archivo de este servicio',
}

export const sourceHints: typeof english.sourceHints = {
  csv: 'Un archivo CSV con encabezado, con cualquier codificación y separador habituales. Una fila es una tarea.',
  trello: 'Menú del tablero → Imprimir, exportar y compartir → Exportar como JSON.',
  jira: 'Buscar incidencias → Exportar → CSV (todos los campos).',
  todoist: 'Menú del proyecto → Exportar como CSV. No incluye las tareas completadas.',
  linear: 'Settings → Import / Export → Export CSV. No incluye comentarios ni adjuntos.',
  neutral: 'Un archivo zip con el formato de datos, como la exportación de un proyecto.',
}

export const importPhaseNames: typeof english.importPhaseNames = {
  reading: 'Leyendo el archivo…',
  checking: 'Comprobando los datos…',
  writing: 'Escribiendo…',
  undoing: 'Deshaciendo…',
  finished: 'Terminada',
  failed: 'Fallida',
  undone: 'Deshecha',
}

export const outcomeNames: typeof english.outcomeNames = {
  rejected: 'Excluido',
  changed: 'Adaptado',
  conflict: 'Conflicto',
  skipped: 'Omitido',
  retained: 'Conservado',
}

export const countNames: typeof english.countNames = {
  created: 'nuevos',
  updated: 'actualizados',
  unchanged: 'sin cambios',
  matched: 'ya existentes',
  changed: 'adaptados',
  rejected: 'excluidos',
  conflict: 'en conflicto',
  skipped: 'omitidos',
  retained: 'conservados',
  deleted: 'eliminados',
}

export const columnMeanings: typeof english.columnMeanings = {
  title: 'Título',
  description: 'Descripción',
  status: 'Estado',
  section: 'Sección',
  project: 'Proyecto',
  priority: 'Prioridad',
  assignee: 'Responsable',
  tags: 'Etiquetas',
  start_date: 'Fecha de inicio',
  due_date: 'Vencimiento',
  created_at: 'Fecha de creación',
  completed_at: 'Fecha de finalización',
  parent: 'ID de la tarea principal',
  id: 'ID',
  url: 'URL',
  extra: 'Guardar con la tarea',
  ignore: 'Excluir',
}
