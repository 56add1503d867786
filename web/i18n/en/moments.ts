import type { moments as source } from '../pt/moments'

export const moments: typeof source = {
  title: 'Live panel',
  pending: 'Unassigned',
  groups: 'Groups without an agent',
  now: 'Now',
  figures: { pending: 'Waiting', open: 'Open', group: 'Groups' },
  busyOnly: 'Only agents online or with conversations',
  fullScreen: 'Show in full screen',
  online: 'Online',
  offline: 'Offline',
  tickets: (count) => (count === 1 ? '1 conversation' : `${count} conversations`),
  noTickets: 'No conversations',
  nobodyWaits: 'Nobody is waiting',
  limited: (count) => `Showing the latest ${count} conversations.`,
}
