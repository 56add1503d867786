import type { externalApi as pt } from '../pt/external-api'

export const externalApi: typeof pt = {
  title: 'API de mensajes',
  intro:
    'Otros programas envían mensajes por una conexión con POST /api/messages/send: un texto en JSON, o archivos en multipart/form-data. El encabezado Authorization lleva el token de la conexión, que está en la edición de la conexión, o una clave de API de la pantalla Claves de API.',
  idempotency:
    'Con el encabezado Idempotency-Key, una solicitud repetida en 24 horas no envía de nuevo: recibe la respuesta de la primera.',
  answerTitle: 'Respuesta',
  answer:
    'status es SUCCESS, o QUEUED mientras la conexión está caída: el mensaje se envía cuando vuelva. messageIds tiene el id de cada mensaje: uno por archivo y uno por cada parte de un texto largo.',
  askTitle: 'Consultar un mensaje',
  ask: 'GET /api/messages/{id} recibe un id de messageIds y el mismo encabezado Authorization. Solo responde sobre mensajes enviados por la conexión del token.',
  statuses:
    'status es queued (en espera), sent (enviado), delivered (entregado), read (leído) o failed (falló; error dice por qué). at es la hora en que el mensaje llegó a ese estado; si la API no lo envió, la hora en que se creó.',
  errorsTitle: 'Errores',
  errorsIntro:
    'Una solicitud rechazada no envía nada. La respuesta da el motivo en error y los campos incorrectos en fields.',
  errors: {
    ERR_INVALID_INPUT: 'Un campo es incorrecto: fields dice cuál y por qué.',
    ERR_WAPP_INVALID_CONTACT: 'El número no tiene WhatsApp.',
    ERR_WAPP_CHECK_CONTACT: 'El número no se pudo verificar ahora. Inténtalo más tarde.',
    ERR_WAPP_NOT_INITIALIZED: 'La conexión nunca se vinculó a una cuenta.',
    ERR_CHANNEL_CANNOT:
      'El canal no acepta este mensaje ahora, por ejemplo después del plazo de respuesta de la API oficial.',
    ERR_UNAUTHORIZED: 'Falta el token en el encabezado Authorization.',
    ERR_SUBSCRIPTION_EXPIRED: 'La suscripción de la empresa venció.',
    ERR_PLAN_LIMIT: 'El plan de la empresa no permite más archivos; los textos siguen enviándose.',
    ERR_NO_PERMISSION:
      'El token no es de ninguna conexión, la clave de API venció o no tiene este permiso, o el plan no incluye la API.',
    ERR_NO_MESSAGE_FOUND: 'En la consulta: el mensaje no existe o no se envió por esta conexión.',
    ERR_REQUEST_TIMEOUT: 'La solicitud tardó demasiado en llegar.',
    ERR_OTHER_OPEN_TICKET: 'Otro agente tiene la conversación: user dice quién.',
    ERR_CONTACT_BLOCKED: 'El contacto está bloqueado.',
    ERR_REQUEST_IN_PROGRESS:
      'La primera solicitud con esta Idempotency-Key aún no terminó. Inténtalo de nuevo después del tiempo de Retry-After.',
    ERR_FILE_TOO_LARGE: 'Un archivo es demasiado grande para el canal.',
    ERR_REQUEST_TOO_LARGE: 'La solicitud completa es demasiado grande.',
    ERR_JSON_ONLY: 'El Content-Type no es application/json ni multipart/form-data.',
    ERR_IDEMPOTENCY_KEY_REUSED: 'La Idempotency-Key ya se usó con otro contenido.',
    ERR_TOO_MANY_REQUESTS:
      'Más de 60 solicitudes por segundo con el mismo token, o muchos tokens incorrectos desde la misma dirección. Inténtalo de nuevo después del tiempo de Retry-After.',
    ERR_COMPANY_UPDATING: 'El servidor se está actualizando. Inténtalo de nuevo después del tiempo de Retry-After.',
    ERR_STORAGE_FULL: 'El servidor no tiene espacio.',
    ERR_STORAGE_LOW: 'Queda poco espacio en el servidor; los archivos esperan, los textos no.',
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
    connectionId:
      'La conexión que envía, con una clave de API; sin ella, la única de la clave o la predeterminada. El token de una conexión siempre envía por ella.',
    sendSignature: 'true agrega el nombre del agente de userId antes del texto.',
    closeTicket:
      'true registra el mensaje en el historial, sin abrir una conversación. Si hay una en espera sin agente, se resuelve sin mensaje de despedida; si hay una en curso, continúa.',
    priority: 'low, normal, high o urgent: la prioridad de la conversación, si se abre ahora.',
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
