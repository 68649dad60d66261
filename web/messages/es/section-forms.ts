import type * as english from '../section-forms.ts'
import { formatNumber, plural } from '../plural.ts'

export const sectionFormTexts: typeof english.sectionFormTexts = {
  addAfter: 'Añadir una sección después de esta',
  addTask: 'Crear una tarea aquí',
  setStatus: 'Estado…',
  setColor: 'Color…',
  setLimit: 'Límite…',
  newTitle: 'Nueva sección',
  editTitle: 'Editar sección',
  name: 'Nombre',
  nameMissing: 'Introduce un nombre',
  nameTaken: 'Otra sección tiene este nombre. Introduce uno distinto.',
  status: 'Estado de sus tareas',
  anyStatus: 'Cualquier estado',
  statusHint: 'Las tareas que se mueven aquí reciben este estado, y las tareas con este estado se mueven aquí.',
  statusFollows: (n, status) =>
    plural(n, {
      one: `Su # tarea recibirá el estado ${status}.`,
      other: `Sus # tareas recibirán el estado ${status}.`,
    }),
  color: 'Color',
  noColor: 'Sin color',
  colors: {
    blue: 'Azul',
    teal: 'Turquesa',
    orange: 'Naranja',
    purple: 'Púrpura',
    green: 'Verde',
    pink: 'Rosa',
    sky: 'Celeste',
    olive: 'Oliva',
    violet: 'Violeta',
    gray: 'Gris',
  },
  limit: 'Límite de tareas',
  limitHint: 'Se muestra en rojo cuando hay más. No impide a nadie añadir tareas.',
  limitInvalid: 'Introduce un número entero del 1 al 999, o déjalo vacío.',
  save: 'Guardar',
  create: 'Crear sección',
  cancel: 'Cancelar',

  deleteTitle: (name) => `¿Eliminar «${name}»?`,
  deleteTasks: (n) =>
    n === 0
      ? 'No tiene tareas. Esto no se puede deshacer.'
      : plural(n, {
          one: 'Su # tarea no se elimina: conserva su estado y después no está en ninguna sección. Esto no se puede deshacer.',
          other:
            'Sus # tareas no se eliminan: conservan su estado y después no están en ninguna sección. Esto no se puede deshacer.',
        }),
  deleteNow: 'Eliminar sección',

  created: (name) => `Sección «${name}» creada`,
  changed: (name) => `Sección «${name}» cambiada`,
  moved: (name, place, of) => `Sección «${name}» movida a ${formatNumber(place)} de ${formatNumber(of)}`,
  deleted: (name) => `Sección «${name}» eliminada`,
}
