export const audit = {
  title: 'Audit log',
  searchPlaceholder: 'Search by name, value or address',
  nothingFound: 'No entries found',
  emptyTitle: 'Nothing recorded yet',
  emptyText:
    'Who changed permissions, settings and connections, what was exported or deleted, sign-ins and access by support. Entries are kept for two years.',
  entry: 'Entry',
  columns: { at: 'Time', by: 'Who', address: 'Address', action: 'Action', object: 'Where', changes: 'What changed' },
  filters: {
    label: 'Filters',
    category: 'Kind',
    allCategories: 'All kinds',
    by: 'Who',
    everyone: 'Everyone',
    from: 'From',
    to: 'To',
  },
  categories: {
    rights: 'Users and permissions',
    settings: 'Settings',
    connections: 'Connections',
    tokens: 'API keys',
    records: 'Records',
    exports: 'Exports',
    deletions: 'Deletions',
    data: 'Data and imports',
    signIns: 'Sign-ins and account security',
    support: 'Access by support',
  },
  export: {
    button: 'Export',
    title: 'Export audit log',
    file: 'audit-log',
    done: 'Audit log exported',
    running: (rows: string) => `Exporting ${rows} entries…`,
  },
  /** Of the screen of the whole platform, where they differ. */
  host: {
    file: 'platform-audit-log',
    title: 'Platform audit log',
    searchPlaceholder: 'Search by email or network address',
    emptyText:
      'Sign-ins, changes of companies, payments, support access and settings of the platform. Entries are kept for one year.',
    allCompanies: 'All companies',
    columns: { company: 'Company', whom: 'To whom', facts: 'Details' },
  },
}
