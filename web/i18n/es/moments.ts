import type { moments as source } from '../pt/moments'

export const moments: typeof source = {
  title: 'Panel en vivo',
  pending: 'Sin agente',
  groups: 'Grupos sin agente',
  now: 'Ahora',
  figures: { pending: 'En espera', open: 'En curso', group: 'Grupos' },
  busyOnly: 'Solo agentes en línea o con conversaciones',
  fullScreen: 'Mostrar en pantalla completa',
  online: 'En línea',
  offline: 'Desconectado',
  tickets: (count) => (count === 1 ? '1 conversación' : `${count} conversaciones`),
  noTickets: 'Ninguna conversación',
  nobodyWaits: 'Nadie en espera',
  limited: (count) => `Se muestran las ${count} conversaciones más recientes.`,
}
