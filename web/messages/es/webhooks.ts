import type * as english from '../webhooks.ts'
import { formatNumber, plural } from '../plural.ts'

export const webhookTexts: typeof english.webhookTexts = {
  intro:
    'Un webhook envía los eventos de esta organización a una dirección tuya en cuanto ocurren, firmados con su secreto.',
  create: 'Nuevo webhook',
  none: 'Aún no hay webhooks.',
  back: 'Todos los webhooks',
  edit: 'Editar…',
  test: 'Enviar una prueba',
  testing: 'Enviando…',
  testFailed: 'Prueba fallida',
  testSucceeded: 'Prueba entregada',
  pause: 'Pausar',
  resume: 'Reanudar',
  paused: (name) => `${name} está en pausa`,
  resumed: (name) => `${name} está activo`,
  rotate: 'Reemplazar el secreto…',
  remove: 'Eliminar…',
  events: (count) => plural(count, { one: '# tipo de evento', other: '# tipos de eventos' }),
  secret: 'secreto',
  oldSecret: 'el secreto anterior es válido hasta',
  healthy: 'En buen estado',
  failing: (count) =>
    plural(count, { one: 'La última entrega ha fallado', other: 'Las últimas # entregas han fallado' }),
  idle: 'Aún no se ha entregado ningún evento',
  isPaused: 'En pausa',
  lastDelivery: 'última entrega',
  unknownWebhook: 'Este webhook no existe, o se ha eliminado.',
  createTitle: 'Nuevo webhook',
  createConfirm: 'Crear webhook',
  editTitle: 'Editar webhook',
  save: 'Guardar',
  name: 'Nombre',
  url: 'Dirección',
  urlHint: 'https, y accesible desde el servidor',
  chosen: (count) =>
    count === 0 ? 'Eventos' : plural(count, { one: 'Eventos (# elegido)', other: 'Eventos (# elegidos)' }),
  findEvent: 'Buscar un evento',
  resourceChosen: (count) => plural(count, { one: '# elegido', other: '# elegidos' }),
  resourceAll: 'todos',
  secretTitle: (name) => `Secreto de «${name}»`,
  secretLabel: 'Secreto',
  secretHint: 'Cópialo ahora: no se vuelve a mostrar. El receptor comprueba con él las firmas de las entregas.',
  rotateTitle: (name) => `¿Reemplazar el secreto de «${name}»?`,
  rotateTexts: [
    'Se crea un secreto nuevo y se muestra una sola vez.',
    'Durante 24 horas, las entregas se firman con ambos, para que el receptor pueda cambiar sin interrupciones.',
    'Un segundo reemplazo en ese plazo invalida de inmediato el secreto actual.',
  ],
  rotateConfirm: 'Crear secreto nuevo',
  removeTitle: (name) => `¿Eliminar «${name}»?`,
  removeTexts: ['Ya no se le envían eventos, y las entregas en cola se descartan.', 'Esto no se puede deshacer.'],
  removeConfirm: 'Eliminar',
}

export const disabledReasonTexts: typeof english.disabledReasonTexts = {
  consecutive_failures: 'Desactivado tras demasiados fallos',
  gone: 'Desactivado: el extremo respondió 410 Gone',
  owner_gone: 'Desactivado: su propietario se fue o ya no puede gestionar webhooks',
}

export const deliveryTexts: typeof english.deliveryTexts = {
  title: 'Entregas',
  all: 'Todas',
  filter: 'Estado',
  none: 'No hay entregas en el registro.',
  noneMatch: 'No hay entregas con este estado.',
  refresh: 'Actualizar',
  isTest: 'Prueba',
  isReplay: 'Repetición',
  attempts: (attempt, max) =>
    attempt === 0 ? 'sin enviar' : `intento ${formatNumber(attempt)} de ${formatNumber(max)}`,
  next: 'próximo intento',
  response: 'Respuesta',
  noResponse: 'sin respuesta',
  emptyResponse: 'No hay cuerpo de respuesta que mostrar.',
  attemptsTitle: 'Intentos',
  headers: 'Cabeceras de la solicitud',
  payload: 'Contenido',
  copyPayload: 'Copiar el contenido',
  copied: 'Contenido copiado',
  replay: 'Repetir',
  replayed: 'En cola de nuevo como otra entrega',
  milliseconds: (ms) => `${formatNumber(ms)} ms`,
}

export const deliveryStatusNames: typeof english.deliveryStatusNames = {
  pending: 'En espera',
  in_flight: 'Enviando',
  succeeded: 'Entregada',
  failed: 'Fallida',
  dead: 'Abandonada',
}
