import type { externalApi as pt } from '../pt/external-api'

export const externalApi: typeof pt = {
  title: 'API de mensajes',
  intro:
    'Otros programas envían mensajes por una conexión con POST /api/messages/send: un texto en JSON, o archivos en multipart/form-data. El encabezado Authorization lleva el token de la conexión, que está en la edición de la conexión.',
  idempotency:
    'Con el encabezado Idempotency-Key, una solicitud repetida en 24 horas no envía de nuevo: recibe la respuesta de la primera.',
  status: 'GET /api/messages/{id} dice si el mensaje está en espera, se envió, se entregó, se leyó o falló.',
  errorsTitle: 'Errores',
  errorsIntro:
    'Una solicitud rechazada no envía nada. La respuesta da el motivo en error y los campos incorrectos en fields.',
  errors: {
    400: 'Un campo es incorrecto o el número no tiene WhatsApp.',
    401: 'Falta el token en el encabezado Authorization.',
    402: 'La suscripción de la empresa venció.',
    403: 'El token no es de ninguna conexión o el plan no incluye la API.',
    409: 'Otro agente tiene la conversación, o la primera solicitud con esta clave aún no terminó: repítela después de Retry-After.',
    413: 'El texto o el archivo es demasiado grande.',
    422: 'La Idempotency-Key ya se usó con otro contenido.',
    429: 'Más de 60 solicitudes por segundo con el mismo token: repítela después de Retry-After.',
  },
  statusTitle: 'Estado de los mensajes',
  statusIntro:
    'Recibe el estado de los mensajes de la API sin preguntar: indica una dirección por conexión. Vale desde ahora, también para los mensajes ya enviados.',
  connection: 'Conexión',
  noConnections: 'Agrega una conexión para indicar una dirección.',
  reference: 'Referencia completa de la API',
  fields: {
    number:
      'Código del país, código de área y número, sin espacios ni caracteres especiales. O el id de un grupo conocido.',
    body: 'El texto, o la leyenda del primer archivo.',
    medias: 'Hasta 10 archivos. Solo en multipart/form-data.',
    userId: 'El agente que recibe la conversación, si ninguna está activa. Necesita queueId si tiene varias colas.',
    queueId: 'La cola en la que queda la conversación, si ninguna está activa.',
    sendSignature: 'true agrega el nombre del agente de userId antes del texto.',
    closeTicket: 'true registra el mensaje en el historial, sin abrir una conversación.',
    name: 'El nombre del contacto, si se crea ahora.',
  },
  kindsLabel: 'Tipo de mensaje',
  kinds: { text: 'Mensaje de texto', media: 'Mensaje multimedia' },
  examples: 'Ejemplos',
  copy: 'Copiar el ejemplo',
  copied: 'Copiado',
  tryIt: 'Prueba de envío',
  token: 'Token de la conexión',
  tokenHelp: 'No se guarda aquí.',
  number: 'Número',
  body: 'Mensaje',
  file: 'Archivo',
  caption: 'Leyenda',
  captionHelp: 'Si está vacía, se usa el nombre del archivo.',
  send: 'Enviar',
  sent: 'Mensaje enviado con éxito',
  accepted: 'El servidor aceptó el mensaje:',
  queued: 'La conexión está caída. El mensaje se enviará cuando vuelva:',
  openTicket: 'Abrir la conversación',
}
