export const allConnections = {
  title: 'Conexiones de las empresas',
  searchPlaceholder: 'Buscar empresa',
  nothingFound: 'No se encontró ninguna empresa',
  emptyTitle: 'Ninguna empresa',
  emptyText: 'Las conexiones de todas las empresas aparecen aquí.',
  columns: { name: 'Empresa', connected: 'Conectadas', disconnected: 'Desconectadas', total: 'Total' },
  details: 'Ver conexiones',
  totals: 'Total de todas las empresas',
  dialogTitle: (name: string) => `Conexiones de ${name}`,
  none: 'Esta empresa no tiene conexiones.',
  logged: 'Los administradores de la empresa leen en un registro lo que hagas aquí.',
  readOnly: 'Solo lectura: únicamente los administradores modifican conexiones.',
}
