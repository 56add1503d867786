import { weekdays } from './weekdays'
import type { setting as settingPt } from '../pt/setting'

export const setting: typeof settingPt = {
  title: 'Configuración',
  tabs: {
    label: 'Secciones de la configuración',
    company: 'Esta empresa',
    platform: 'Plataforma',
    options: 'Preferencias',
    schedules: 'Horarios',
    companyWebhook: 'Webhook',
    companies: 'Empresas',
    plans: 'Planes',
    helps: 'Ayuda',
    whitelabel: 'Marca blanca',
    webhook: 'Webhook de la plataforma',
  },
  search: 'Buscar en la configuración',
  nothingFound: 'No se encontró ninguna configuración',
  results: 'Configuraciones encontradas',
  shownBy: {
    enabled: (label: string) => `“${label}” aparece cuando esta opción está activada.`,
    disabled: (label: string) => `“${label}” aparece cuando esta opción está desactivada.`,
    hours: {
      companyHours: 'El horario de la empresa se define aquí cuando esta opción es “Empresa”.',
      queueHours: 'El horario de cada cola aparece en ella cuando esta opción es “Cola”.',
      connectionHours: 'El horario de cada conexión aparece en ella cuando esta opción es “Conexión”.',
    },
  },
  save: 'Guardar',
  saveAndTurn: 'Guardar y aplicar',
  discard: 'Descartar',
  saving: 'Guardando',
  saved: 'Guardado',
  overtaken: 'Otra persona lo cambió mientras escribías. Valor actual:',
  mailRefusals: (names) => `Eligieron no recibirlo: ${names}`,
  variables: 'Variables:',
  openHours: 'Definir horarios',
  whitelabel: {
    payments: {
      title: 'Pagos',
      text: 'Cómo pagan las empresas sus facturas por Pix y cuánto cuesta un plan personalizado.',
    },
    intro:
      'Marca y colores de la plataforma, para todas las empresas. Se aplican en cuanto se abre o actualiza la página.',
    name: 'Nombre del sistema',
    nameHelp: 'Si queda vacío, se usa Recado.',
    light: 'Color principal en el tema claro',
    dark: 'Color principal en el tema oscuro',
    previews: { light: 'Tema claro', dark: 'Tema oscuro' },
    button: 'Botón principal',
    link: 'Un enlace en la página',
    badge: 'Nuevo',
    lowContrast: (ratio: string) =>
      `El contraste del color con el fondo es ${ratio}:1; por debajo de 4.5:1, los enlaces y números son difíciles de leer.`,
    defaults: 'Volver a los colores predeterminados',
    signup: 'Registro abierto',
    signupHelp: 'Cualquier persona puede crear una empresa en /signup, con uno de los planes públicos.',
    superTwoFactor: 'Exigir verificación en dos pasos de los superusuarios',
    superTwoFactorHelp: 'Quien aún no la tiene, incluso tú, debe configurarla antes de continuar.',
    trial: 'Días de prueba',
    trialHelp: 'Después, la empresa debe pagar.',
    invoiceMails: 'Facturas por correo',
    invoiceMailsHelp:
      'Se envían al correo de la empresa cuando se crea la factura, tres días antes del vencimiento, cuando vence y cuando se paga. Necesita SMTP_URL.',
    days: 'días',
    saved: 'Marca blanca guardada con éxito',
    images: 'Imágenes',
    logos: { light: 'Logotipo del tema claro', dark: 'Logotipo del tema oscuro', favicon: 'Favicon' },
    logoHelp: 'PNG, JPG o WebP de hasta 5 MB.',
    choose: 'Elegir imagen',
    change: 'Cambiar imagen',
    remove: 'Quitar',
    logoSaved: 'Imagen guardada',
    logoRemoved: 'Imagen quitada',
  },
  hours: {
    holidays: 'En los feriados la empresa está cerrada.',
    holidaysLink: 'Ver feriados',
    help: 'Fuera de estos horarios el contacto recibe el mensaje de abajo y espera.',
    message: 'Mensaje fuera de horario',
    messageHelp: 'Se aplica a todas las colas y conexiones.',
    unsaved: 'Haz clic en guardar para aplicar los cambios',
    discard: 'Descartar',
    saved: 'Horarios actualizados con éxito.',
  },
  groups: {
    attendance: { title: 'Atención', text: 'Cómo empieza y termina una conversación.' },
    rating: { title: 'Evaluación', text: 'Qué opinan los contactos de la atención.' },
    hours: { title: 'Horario', text: 'Cuándo está abierta la empresa.' },
    queues: { title: 'Colas y chatbot', text: 'Cómo llegan los contactos a una cola y a un agente.' },
    transfer: { title: 'Transferencia', text: 'Cuando una conversación cambia de cola.' },
    calls: { title: 'Llamadas y audio', text: 'Qué se acepta además de texto.' },
    lgpd: { title: 'LGPD', text: 'Protección de los datos personales de los contactos.' },
    notifications: { title: 'Notificaciones', text: 'Cuándo se avisa a los agentes.' },
    weeklyReport: {
      title: 'Resumen semanal del equipo',
      text: 'Un correo por semana con los números del equipo, comparados con los de la semana anterior.',
    },
    prices: {
      title: 'Precios de la API oficial de WhatsApp',
      text: 'Meta no informa importes. Con los precios de tu cuenta, los informes de campañas y la cuenta de Meta muestran una estimación.',
    },
    security: { title: 'Seguridad', text: 'Cómo el equipo entra al sistema.' },
    support: { title: 'Soporte', text: 'Lo que quien aloja el sistema hizo en las conexiones de esta empresa.' },
    platform: { title: 'Plataforma', text: 'Visible solo para el superusuario.' },
  },
  signOutAll: {
    open: 'Terminar las sesiones de todos',
    title: '¿Terminar las sesiones de todo el equipo?',
    text: 'Todos salen del sistema ahora, menos tú, y deben entrar de nuevo.',
    action: 'Terminar',
    done: (count: number) => (count === 1 ? '1 sesión terminada' : `${count} sesiones terminadas`),
  },
  supportLog: {
    open: 'Ver registro',
    title: 'Acciones del soporte en las conexiones',
    none: 'El soporte aún no actuó en las conexiones de esta empresa.',
    more: 'Cargar más',
    deletedUser: 'Usuario eliminado',
    columns: { at: 'Fecha', user: 'Quién', what: 'Acción', connection: 'Conexión' },
    acts: {
      connectionCreated: 'Creó la conexión',
      connectionChanged: 'Modificó la conexión',
      connectionDeleted: 'Eliminó la conexión',
      connectionTried: 'Intentó conectar',
      connectionCodeRenewed: 'Generó un nuevo código QR',
      connectionCodeShown: 'Vio el código QR',
      connectionLeft: 'Desconectó',
    },
  },
  choices: {
    scheduleType: { disabled: 'Sin horario', company: 'Empresa', queue: 'Cola', connection: 'Conexión' },
    minPasswordLength: { 5: '5 caracteres', 8: '8 caracteres', 12: '12 caracteres' },
    chatBotType: { text: 'Texto', button: 'Botones', list: 'Lista' },
    breachDigest: { disabled: 'No enviar', hourly: 'Cada hora, si los hay', daily: 'Una vez al día, a las 08:00' },
    weeklyReportDay: weekdays,
  },
  /** Where fields have no effect because of a setting. */
  gates: {
    shut: {
      onlyQueueGreeting:
        'Con una sola cola en la conexión, este saludo no se envía: la opción de abajo está desactivada en la configuración de la empresa.',
      rating:
        'La evaluación está desactivada en la configuración de la empresa: nada de esto se envía hasta que se active.',
      farewell: 'Con la evaluación activada, quien fue atendido recibe la pregunta en lugar de esta despedida.',
      consent:
        'La LGPD está desactivada en la configuración de la empresa: no se pide ningún consentimiento hasta que se active.',
      outOfHours: 'La empresa no define horarios: el mensaje fuera de horario no se envía hasta que se definan.',
      queueNotification:
        'Los avisos por WhatsApp están desactivados en la configuración de la empresa: esta cola no avisa a nadie hasta que se activen.',
      wallet:
        'El responsable no recibe las conversaciones: la opción de abajo está desactivada en la configuración de la empresa.',
      audio: 'La empresa no acepta audios de ningún contacto: la opción de abajo está desactivada en su configuración.',
      signature:
        'La firma está desactivada en la configuración de la empresa: el mensaje sale sin el nombre del agente.',
    },
    open: 'Ahora vale para toda la empresa.',
    askAdmin: 'Un administrador puede cambiarlo en la configuración.',
    lacksText: (label: string) => `Escribe antes el texto “${label}” en la configuración.`,
    openSettings: 'Abrir configuración',
  },
  settings: {
    breachDigest: {
      label: 'Plazos vencidos por correo',
      help: 'Los administradores reciben la lista de los plazos de las colas que vencieron.',
    },
    weeklyReport: {
      label: 'Enviar el resumen',
      help: 'Conversaciones iniciadas y resueltas, espera media y los números de cada agente.',
    },
    weeklyReportDay: {
      label: 'Día',
      help: 'Resume los siete días anteriores.',
    },
    weeklyReportHour: {
      label: 'Hora',
      help: 'En la zona horaria de la empresa.',
    },
    weeklyReportEmails: {
      label: 'Quién lo recibe',
      help: 'Correos de usuarios, separados por comas. Vacío: todos los administradores.',
    },
    sendGreetingAccepted: {
      label: 'Saludo al aceptar',
      help: 'El contacto recibe un saludo cuando un agente acepta la conversación.',
    },
    greetingAcceptedMessage: {
      label: 'Mensaje de saludo',
      help: 'En grupos, solo cuando se tratan como conversaciones.',
    },
    sendSignMessage: {
      label: 'Firma del agente',
      help: 'El agente puede poner su nombre al inicio de los mensajes que envía.',
    },
    requiredTag: {
      label: 'Exigir etiqueta para resolver',
      help: 'Sin una etiqueta en el contacto, el agente no puede resolver la conversación.',
    },
    sendFarewellWaitingTicket: {
      label: 'Despedida a quien aún espera',
      help: 'La despedida también se envía al resolver una conversación que nadie aceptó.',
    },
    userRating: {
      label: 'Pedir evaluación al resolver',
      help: 'El contacto da una nota de 1 a 5. La pregunta es la de cada conexión, en su pestaña Evaluaciones; sin ella no se pide nada.',
    },
    scheduleType: {
      label: 'Origen del horario de atención',
      help: 'Fuera del horario, el contacto recibe un mensaje y espera. El horario se define para toda la empresa o por separado para cada cola o conexión.',
    },
    chatBotType: {
      label: 'Formato del menú',
      help: 'En WhatsApp API, los menús de hasta 3 opciones pueden ir como botones y de hasta 10 como lista; en Messenger e Instagram, de hasta 13 como botones. Los menús mayores y WhatsApp usan texto numerado.',
    },
    sendGreetingMessageOneQueues: {
      label: 'Saludo con una sola cola',
      help: 'Si la conexión tiene una sola cola, el contacto recibe el saludo de ella o, si no hay, el de la conexión.',
    },
    sendQueuePosition: {
      label: 'Informar la posición en la cola',
      help: 'Al entrar en una cola, el contacto sabe en qué posición está.',
    },
    sendQueuePositionMessage: {
      label: 'Mensaje de la posición',
      help: 'La posición se agrega al final, por ejemplo “Tu posición en la cola: 3”.',
    },
    userRandom: {
      label: 'Asignar un agente al azar',
      help: 'La conversación que entra en una cola se asigna al azar a un agente en línea de esa cola.',
    },
    DirectTicketsToWallets: {
      label: 'Asignar al responsable del contacto',
      help: 'Si el contacto tiene un responsable, la conversación espera a esa persona, sin pasar por el menú de colas.',
    },
    sendMsgTransfTicket: {
      label: 'Avisar al contacto de la transferencia',
      help: 'El contacto recibe un mensaje cuando la conversación cambia de cola.',
    },
    transferMessage: { label: 'Mensaje de transferencia', help: '{{queue}} se reemplaza por la nueva cola.' },
    closeTicketOnTransfer: {
      label: 'Nueva conversación al transferir',
      help: 'Al cambiar de cola, la conversación se resuelve sin despedida y otra empieza en la nueva cola.',
    },
    acceptCallWhatsapp: {
      label: 'Aceptar llamadas',
      help: 'Si está desactivado, las llamadas de WhatsApp se rechazan y el contacto recibe un mensaje.',
    },
    AcceptCallWhatsappMessage: {
      label: 'Mensaje al rechazar la llamada',
      help: 'Se envía en cada llamada rechazada.',
    },
    acceptAudioMessageContact: {
      label: 'Aceptar audios',
      help: 'Si está desactivado, el audio se guarda y se invita al contacto a escribir. También se desactiva por contacto.',
    },
    enableLGPD: { label: 'Activar LGPD', help: 'Activa el consentimiento y las protecciones que aparecen abajo.' },
    lgpdMessage: {
      label: 'Mensaje de consentimiento',
      help: 'Se envía antes de la atención, con la pregunta “1 - Sí, 2 - No”.',
    },
    lgpdLink: { label: 'Enlace a la política de privacidad', help: 'Se envía junto con el mensaje.' },
    lgpdConsent: {
      label: 'Pedir en cada conversación',
      help: 'Si está desactivado, se pide una sola vez a cada contacto.',
    },
    lgpdHideNumber: {
      label: 'Ocultar números',
      help: 'Los usuarios que no son administradores ven solo los dos últimos dígitos.',
    },
    lgpdDeleteMessage: {
      label: 'Ocultar mensajes eliminados',
      help: 'Lo que el contacto elimina deja de mostrarse a todos, incluso lo eliminado antes.',
    },
    showNotificationPending: {
      label: 'Avisar sobre conversaciones en espera',
      help: 'Los agentes reciben avisos de todos los mensajes de quienes esperan en sus colas, no solo al empezar la espera.',
    },
    sendNotificationWAUser: {
      label: 'Avisar en el WhatsApp de los agentes',
      help: 'En las colas con esta opción, los agentes reciben un mensaje de WhatsApp por cada nueva conversación.',
    },
    marketingMessagePrice: {
      label: 'Mensaje de marketing, en R$',
      help: 'Por mensaje entregado, como en la lista de precios de Meta.',
    },
    utilityMessagePrice: { label: 'Mensaje de utilidad, en R$', help: 'Por mensaje entregado y cobrado.' },
    authenticationMessagePrice: { label: 'Mensaje de autenticación, en R$', help: 'Por código entregado.' },
    minPasswordLength: {
      label: 'Longitud mínima de las contraseñas',
      help: 'Vale para contraseñas nuevas. Las muy conocidas siempre se rechazan.',
    },
    requireTwoFactor: {
      label: 'Exigir verificación en dos pasos',
      help: 'Quien aún no la tiene, incluso tú, debe configurarla antes de continuar.',
    },
    userCreation: {
      label: 'Permitir crear usuarios',
      help: 'Si está desactivado, nadie de esta empresa crea usuarios.',
    },
  },
}
