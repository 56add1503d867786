const failures: Record<string, string> = {
  timeout: 'el destino no respondió a tiempo',
  busy: 'había demasiadas llamadas en espera',
  network: 'la conexión falló',
  refusedAddress: 'la dirección lleva a una red interna',
  tooLarge: 'la respuesta es demasiado grande',
  switchedOff: 'el webhook fue desactivado',
  expired: 'pasaron tres días',
}

export const webhook = {
  intros: {
    host: 'Los eventos de conversaciones, mensajes y contactos de todas las empresas se envían a esta dirección, firmados. El formato y la verificación de la firma se describen en docs/webhooks.md.',
    company:
      'Los eventos de conversaciones, mensajes y contactos de la empresa se envían a esta dirección, para que otros sistemas los sigan. Cada uno es un POST con JSON. El encabezado X-Recado-Signature lleva el HMAC-SHA256 de X-Recado-Timestamp, un punto y el cuerpo, con el secreto como clave.',
    connection:
      'El estado de los mensajes enviados con la API por esta conexión se informa a esta dirección: enviado, entregado, leído o fallido. Cada aviso es un POST con JSON. El encabezado X-Recado-Signature lleva el HMAC-SHA256 de X-Recado-Timestamp, un punto y el cuerpo, con el secreto como clave.',
  },
  paused: (until: string) =>
    `El destino falló demasiadas veces seguidas. Los envíos continúan a las ${until}; nada se pierde.`,
  pausedNotice: {
    host: (until: string) =>
      `El webhook de la plataforma falló 20 veces seguidas. Los envíos se reanudan a las ${until}; nada se pierde.`,
    company: (until: string) =>
      `El webhook falló 20 veces seguidas. Los envíos se reanudan a las ${until}; nada se pierde.`,
    connection: (until: string) =>
      `La dirección del estado de los mensajes falló 20 veces seguidas. Los envíos se reanudan a las ${until}; nada se pierde.`,
  },
  seeWebhook: 'Ver entregas',
  secretUnreadable:
    'El secreto fue guardado por otro servidor y no se puede leer. No se envía nada hasta generar uno nuevo.',
  url: 'URL del webhook',
  urlHelp: 'Si está vacía, no se envía nada.',
  withTexts: 'Enviar el texto de los mensajes',
  withTextsHelp: 'Si está desactivado, el destino sabe que hubo un mensaje, pero no qué dice.',
  saved: 'Webhook guardado.',
  test: 'Enviar una prueba',
  testPassed: (status: string, ms: number) => `El destino respondió ${status} en ${ms} ms.`,
  testFailed: (why: string) => `La entrega falló: ${why}.`,
  newSecret: 'Generar un nuevo secreto',
  replaceTitle: '¿Generar un nuevo secreto?',
  replaceText:
    'Todo lo que se envíe desde ahora se firmará con él. Hasta que el destino lo conozca, rechazará las entregas.',
  replace: 'Generar secreto',
  secretTitle: 'Secreto del webhook',
  secretText: 'Con él, el destino verifica la firma de las entregas. Cópialo ahora: no se mostrará de nuevo.',
  secret: 'Secreto',
  secretDone: 'Ya lo copié',
  copy: 'Copiar',
  copied: 'Copiado',
  log: 'Entregas',
  logHelp: 'Las 100 más recientes. Lo enviado se puede reenviar durante tres días.',
  reload: 'Actualizar',
  sendAgain: 'Enviar de nuevo',
  sentAgain: 'Entregado de nuevo.',
  empty: 'Todavía no se envió nada',
  emptyText: 'Las entregas aparecen aquí con la respuesta del destino.',
  noCompany: 'Prueba',
  columns: {
    event: 'Evento',
    company: 'Empresa',
    state: 'Estado',
    duration: 'Duración',
    attemptedAt: 'Último intento',
  },
  states: { queued: 'En espera', sent: 'Entregado', dead: 'No entregado' },
  attempts: (count: number) => `${count} intentos`,
  failure: (status: number | null, error: string) =>
    error === 'status' ? `el destino respondió ${status}` : (failures[error] ?? error),
}
