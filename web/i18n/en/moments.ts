import type { moments as source } from '../pt/moments'

export const moments: typeof source = {
  title: 'Live panel',
  pending: 'Pending',
  busyOnly: 'Only agents online or with tickets',
  fullScreen: 'Show in full screen',
  online: 'Online',
  offline: 'Offline',
  tickets: (count) => (count === 1 ? '1 ticket' : `${count} tickets`),
  noTickets: 'No tickets',
  nobodyWaits: 'Nobody is waiting',
  limited: (count) => `Showing the latest ${count} tickets.`,
}
