import type * as english from '../palette.ts'
import { plural } from '../plural.ts'

export const paletteTexts: typeof english.paletteTexts = {
  title: 'Paleta de comandos',
  placeholder: 'Buscar tareas, proyectos, personas y comandos',
  commands: 'Comandos',
  tasks: 'Tareas',
  projects: 'Proyectos',
  teams: 'Equipos',
  people: 'Personas',
  views: 'Vistas',
  hint: '+ proyectos, @ personas, > comandos',
  searchAll: (text) => `Buscar «${text}» en todas las tareas`,
  newTask: (text) => `Nueva tarea «${text}»`,
  nothing: 'Sin resultados',
  searching: 'Buscando',
  found: (count) => plural(count, { one: '# resultado', other: '# resultados' }),
}

export const searchTexts: typeof english.searchTexts = {
  title: 'Buscar',
  label: 'Buscar tareas',
  placeholder: 'Texto de un título o una descripción',
  inTitles: 'Solo títulos',
  hint: 'Escribe parte de un título o de una descripción.',
  nothing: (text) => `Ninguna tarea coincide con «${text}».`,
  count: (count) => plural(count, { one: '# tarea', other: '# tareas' }),
}
