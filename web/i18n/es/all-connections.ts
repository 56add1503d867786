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
  noSupport:
    'Solo lectura. Un administrador de esta empresa puede permitir el acceso del soporte en Configuración › Preferencias.',
}
