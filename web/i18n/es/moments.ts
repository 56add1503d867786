import type { moments as source } from '../pt/moments'

export const moments: typeof source = {
  title: 'Panel en vivo',
  pending: 'Pendientes',
  busyOnly: 'Solo agentes en línea o con tickets',
  fullScreen: 'Mostrar en pantalla completa',
  online: 'En línea',
  offline: 'Desconectado',
  tickets: (count) => (count === 1 ? '1 ticket' : `${count} tickets`),
  noTickets: 'Ningún ticket',
  nobodyWaits: 'Nadie en espera',
  limited: (count) => `Se muestran los ${count} tickets más recientes.`,
}
