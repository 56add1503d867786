import { charges } from './charge-texts'

import type { AreaTexts } from '../areas'

/** Accounts of WhatsApp's official API. */
export const cloudAccount: AreaTexts['cloudAccount'] = {
  addTitle: 'Agregar WhatsApp API',
  editTitle: (name) => `Cuenta de Meta de “${name}”`,
  connect: 'Conectar',
  name: 'Nombre de la conexión',
  namePlaceholder: 'Ej.: Atención oficial',
  signup: {
    title: 'Entrar con Meta',
    text: 'Meta guía el registro del número y lo conecta sola. Abajo está el camino manual.',
    isInApp: 'El número sigue también en la app WhatsApp Business del celular',
    start: 'Continuar con Meta',
    noneTitle: 'Ningún número encontrado',
    noneText: 'No se compartió ninguna cuenta de WhatsApp Business, o todavía no tiene número.',
    number: 'Número',
    renews: (connection) => `Renueva la conexión “${connection}”.`,
    pin: 'PIN de 6 dígitos',
    pinHelp: 'De la verificación en dos pasos del número. Si todavía no tiene uno, créalo ahora y guárdalo.',
    notFunded:
      'Meta no indica forma de pago ni línea de crédito para esta cuenta. Sin eso rechaza los mensajes cobrados; agrega una en Configuración del negocio › Pagos.',
    linked: 'Número conectado',
  },
  phoneNumberId: 'ID del número de teléfono',
  phoneNumberIdHelp: 'En el panel de apps de Meta, en WhatsApp › Configuración de la API.',
  businessAccountId: 'ID de la cuenta de WhatsApp Business',
  businessAccountIdHelp: 'Aparece junto al ID del número.',
  token: 'Token permanente',
  tokenHelp:
    'De un usuario del sistema, con los permisos whatsapp_business_messaging y whatsapp_business_management. Después de guardarlo no vuelve a mostrarse.',
  appSecret: 'Clave secreta de la app',
  appSecretHelp:
    'En el panel de la app, en Configuración › Básica. Con ella comprobamos que los mensajes vienen de Meta.',
  appSecretOptional: 'Solo para una app propia. Si queda vacía, se usa la app de la plataforma.',
  kept: 'Ya está guardado. Déjalo vacío para conservarlo.',
  unreadable: 'Lo guardó otro servidor. Ingrésalo de nuevo.',
  charges,
  month: (month: string, year: string) => `${month} de ${year}:`,
  chargesTitle: 'Mensajes cobrados por Meta',
  chargesHelp: 'Meta no informa importes. La estimación usa los precios que están en Configuración.',
  historyDeclined:
    'El historial no llegó: quien registró el número no quiso compartirlo, o lo desactivó en la app WhatsApp Business. Las conversaciones nuevas llegan con normalidad. Para traer el historial, quita la plataforma en la app, en Configuración › Cuenta › Plataforma de WhatsApp Business, y vuelve a continuar con Meta aceptando compartirlo.',
  historyFailed: 'Meta no entregó el historial de la app WhatsApp Business:',
  receivedByHost: 'Los mensajes llegan por la app de la plataforma: no hay nada que ingresar en Meta.',
  reported: (at: string) => `Error informado por Meta el ${at}:`,
  webhookTitle: 'Qué ingresar en Meta',
  webhookText:
    'En el panel de la app, en WhatsApp › Configuración › Webhook, pega los dos valores y suscribe los campos de abajo.',
  webhookFields: 'Campos',
  webhookUrl: 'URL de devolución de llamada',
  verifyToken: 'Token de verificación',
  copy: 'Copiar',
  copied: 'Copiado',
  verified: 'Meta ya verificó esta dirección.',
  notVerified: 'Meta aún no verificó esta dirección. Sin eso, los mensajes de los contactos no llegan.',
  created: 'Conexión creada. Ingresa ahora la dirección en Meta.',
  saved: 'Cuenta de Meta guardada',
  awaitsMeta: 'Falta ingresar la dirección en Meta',
  accessEnds: (day) => `El acceso termina el ${day}. Entra de nuevo en “Cuenta de Meta”.`,
  quality: { GREEN: 'Calidad alta', YELLOW: 'Calidad media', RED: 'Calidad baja', UNKNOWN: 'Calidad aún sin evaluar' },
  tier: (conversations) => `hasta ${conversations} conversaciones nuevas por día`,
  unlimited: 'conversaciones nuevas sin límite',
}
