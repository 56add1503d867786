/** Of the page without a network, which loads nothing else. */
export const offline = {
  title: 'Sin conexión',
  bar: 'Sin conexión. Puedes leer tus últimas conversaciones; lo que escribas se enviará cuando vuelva la conexión.',
  list: 'Conversaciones guardadas',
  empty: 'Sin conexión, y no hay conversaciones guardadas en este dispositivo.',
  messages: (contact: string) => `Mensajes de ${contact}`,
  note: 'Nota interna',
  waits: 'Se enviará',
  write: 'Escribe un mensaje',
  attach: 'Adjuntar archivo',
  picture: 'Foto',
  file: 'Archivo',
  send: 'Enviar',
  back: 'Volver',
  refused: 'Un mensaje escrito sin conexión no se envió. La conversación muestra por qué.',
}
