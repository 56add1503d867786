/** Texts of the kanban board. */
export const kanban = {
  title: 'Kanban',
  search: 'Buscar por contacto',
  manage: 'Etapas',
  allQueues: 'Todas las colas',
  none: 'Sin etapa',
  empty: 'Ninguna atención',
  more: 'Cargar más',
  move: 'Mover a',
  moveOf: (name: string) => `Mover ${name}`,
  open: 'Abrir conversación',
  inLane: (since: string) => `En esta etapa ${since}`,
  cards: (count: number) => `${count} ${count === 1 ? 'atención' : 'atenciones'}`,
  moved: (name: string, lane: string) => `${name} está en ${lane}`,
}
