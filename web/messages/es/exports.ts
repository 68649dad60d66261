import type * as english from '../exports.ts'

export const exportTexts: typeof english.exportTexts = {
  organization: 'Organización',
  organizationHint:
    'Todo lo que hay en la organización, incluidos los proyectos privados, las tareas restringidas y los archivos, en un archivo zip con un formato abierto. No contiene tokens ni secretos de webhooks.',
  startOrganization: 'Exportar organización',
  ownersOnly: (owners) =>
    owners
      ? `Solo los propietarios de la organización pueden exportarla. Pregunta a ${owners}.`
      : 'Solo los propietarios de la organización pueden exportarla.',
  project: 'Un proyecto',
  projectHint:
    'Sus secciones, objetivos, hoja de ruta, tareas, comentarios y archivos. Las personas aparecen solo con su nombre.',
  chooseProject: 'Proyecto',
  startProject: 'Exportar proyecto',
  noProject: 'Aquí no eres propietario de ningún proyecto. Los propietarios de un proyecto pueden exportarlo.',
  mineHint:
    'Las tareas que has creado o comentado o que tienes asignadas, tus comentarios, tus secciones y vistas personales y tus preferencias de notificaciones, en un archivo zip con un formato abierto.',
  startMine: 'Exportar mis datos',
  waiting: 'Esperando para empezar…',
  writing: 'Escribiendo el archivo…',
  counts: (counts) => `Hasta ahora: ${counts}`,
  leave: 'Puedes salir de esta página: la bandeja de entrada avisa cuando el archivo está listo.',
  ready: 'El archivo está listo.',
  download: (size) => `Descargar (${size})`,
  expires: 'Se elimina:',
  failed: 'La exportación ha fallado.',
  again: 'Iniciar una exportación nueva',
  gone: 'La última exportación se ha eliminado: los archivos se guardan 7 días.',
}
