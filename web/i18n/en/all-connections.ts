export const allConnections = {
  title: 'Company connections',
  searchPlaceholder: 'Search companies',
  nothingFound: 'No companies found',
  emptyTitle: 'No companies',
  emptyText: 'The connections of all companies appear here.',
  columns: { name: 'Company', connected: 'Connected', disconnected: 'Disconnected', total: 'Total' },
  details: 'View connections',
  totals: 'Total for all companies',
  dialogTitle: (name: string) => `Connections of ${name}`,
  none: 'This company has no connections.',
  logged: 'The company’s admins can read in a log what you do here.',
  readOnly: 'Read-only: only admins change connections.',
}
