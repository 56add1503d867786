/** Texts of the kanban board. */
export const kanban = {
  title: 'Kanban',
  search: 'Buscar por contato',
  manage: 'Etapas',
  allQueues: 'Todas as filas',
  none: 'Sem etapa',
  empty: 'Nenhum atendimento',
  more: 'Carregar mais',
  move: 'Mover para',
  moveOf: (name: string) => `Mover ${name}`,
  open: 'Abrir conversa',
  inLane: (since: string) => `Nesta etapa ${since}`,
  cards: (count: number) => `${count} ${count === 1 ? 'atendimento' : 'atendimentos'}`,
  moved: (name: string, lane: string) => `${name} está em ${lane}`,
}
