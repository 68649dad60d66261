import type * as english from '../projects.ts'

export const projectSettingTexts: typeof english.projectSettingTexts = {
  about: 'Acerca del proyecto',
  edit: 'Editar proyecto…',
  title: 'Editar proyecto',
  name: 'Nombre',
  nameMissing: 'Introduce un nombre',
  prefix: 'Prefijo de las claves de tareas',
  prefixHint: (key) =>
    `Se usa en claves como ${key}. Tras un cambio, todas las claves con prefijos anteriores siguen llevando a sus tareas: en enlaces, commits, ramas y textos.`,
  prefixChange: (before, after) =>
    `${before}-12 se mostrará como ${after}-12, y ${before}-12 seguirá llevando a ella. Ningún otro proyecto puede usar ${before}.`,
  prefixInvalid: 'Introduce de 2 a 10 letras o cifras, empezando por una letra.',
  icon: 'Icono',
  noIcon: 'Sin icono',
  icons: {
    goal: 'Diana',
    flag: 'Bandera',
    bug: 'Insecto',
    layers: 'Capas',
    chart: 'Gráfico',
    diamond: 'Rombo',
    robot: 'Robot',
    organization: 'Edificio',
    mail: 'Carta',
    calendar: 'Calendario',
    lock: 'Candado',
    inbox: 'Bandeja de entrada',
  },
  save: 'Guardar',
  cancel: 'Cancelar',
  changed: (name) => `Proyecto «${name}» cambiado`,
}
