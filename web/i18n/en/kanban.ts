/** Texts of the kanban board. */
export const kanban = {
  title: 'Kanban',
  search: 'Search by contact',
  manage: 'Lanes',
  allQueues: 'All queues',
  none: 'No lane',
  empty: 'No tickets',
  more: 'Load more',
  move: 'Move to',
  moveOf: (name: string) => `Move ${name}`,
  open: 'Open conversation',
  inLane: (since: string) => `In this lane ${since}`,
  cards: (count: number) => `${count} ${count === 1 ? 'ticket' : 'tickets'}`,
  moved: (name: string, lane: string) => `${name} is in ${lane}`,
}
