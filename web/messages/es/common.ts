import type * as english from '../common.ts'
import { plural } from '../plural.ts'

export const commonTexts: typeof english.commonTexts = {
  keysInOrder: ', luego ',
  actions: (name) => `Acciones para «${name}»`,
  close: 'Cerrar',
  cancel: 'Cancelar',
  retry: 'Reintentar',
  remove: (what) => `Quitar ${what}`,
  loading: 'Cargando',
  requestId: 'Solicitud',
  copy: 'Copiar',
  notCopied: (text) => `El navegador ha bloqueado la copia. Copia el texto a mano: ${text}`,
}

export const pickerTexts: typeof english.pickerTexts = {
  nothing: 'Sin resultados',
  more: (count) =>
    plural(count, { one: '# más. Escribe para acotar la lista.', other: '# más. Escribe para acotar la lista.' }),
  make: (text) => `Crear «${text}»`,
}

export const failureTexts: typeof english.failureTexts = {
  unreachable: 'No se puede acceder al servidor. Inténtalo de nuevo cuando vuelva la conexión.',
  strange: 'Algo ha salido mal.',
  lost: 'No se ha podido cargar esta parte de la página porque no se puede acceder al servidor.',
  replaced: 'Hay una versión más reciente de esta página. Recárgala para continuar. Tus borradores están guardados.',
  reload: 'Recargar',
  oldChange: 'Esta versión de la página no admite este cambio. Recarga la página.',
  deleted: 'Esto se ha eliminado, o ya no tienes acceso.',
  orphan: 'No se ha podido crear el elemento al que pertenece este cambio.',
  bug: 'Algo ha salido mal en esta página. El cambio no se ha enviado.',
  noFields: 'Los campos personalizados no se pueden mostrar en este momento.',
}
