import { recordTexts } from './record'

export const apiToken = {
  ...recordTexts({ one: 'clave de API', many: 'claves de API', gender: 'f', short: 'clave' }),
  title: 'Claves de API',
  emptyText:
    'Los programas usan una clave para enviar mensajes o leer conversaciones y contactos, solo con los permisos que tiene.',
  columns: { lastUsed: 'Último uso', createdBy: 'Creada por' },
  fields: {
    currentPassword: 'Tu contraseña',
    currentPasswordHelp: 'Una clave abre los datos de la empresa sin contraseña. Por eso confirmamos que eres tú.',
    name: 'Nombre',
    namePlaceholder: 'Ej.: Tienda en línea',
    scopes: 'Permisos',
    connections: 'Conexiones',
    connectionsHelp: 'Vacío vale para todas. Limita los envíos y las conversaciones.',
    expiresOn: 'Vencimiento',
    expiresOnHelp: 'Vale hasta el fin de este día. Sin fecha, hasta que se elimine.',
  },
  scopes: {
    'messages:send': 'Enviar mensajes',
    'tickets:read': 'Leer conversaciones',
    'contacts:read': 'Leer contactos',
    'contacts:write': 'Crear y cambiar contactos',
  },
  allConnections: 'Todas',
  never: 'Sin vencimiento',
  expired: 'Vencida',
  unused: 'Nunca usada',
  days: (days: number) => `${days} días`,
  made: {
    title: (name: string) => `Clave “${name}” creada`,
    text: 'Cópiala ahora: no se mostrará de nuevo. Quien la tiene actúa en nombre de la empresa.',
    token: 'Clave',
    copy: 'Copiar clave',
    copied: 'Clave copiada',
  },
  deleteText: 'Los programas que usan esta clave dejan de funcionar ahora.',
}
