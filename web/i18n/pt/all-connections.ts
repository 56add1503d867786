export const allConnections = {
  title: 'Conexões das empresas',
  searchPlaceholder: 'Buscar empresa',
  nothingFound: 'Nenhuma empresa encontrada',
  emptyTitle: 'Nenhuma empresa',
  emptyText: 'As conexões de todas as empresas aparecem aqui.',
  columns: { name: 'Empresa', connected: 'Conectadas', disconnected: 'Desconectadas', total: 'Total' },
  details: 'Ver conexões',
  totals: 'Total de todas as empresas',
  dialogTitle: (name: string) => `Conexões de ${name}`,
  none: 'Esta empresa não tem conexões.',
  logged: 'Quem administra a empresa lê no registro o que você fizer aqui.',
  readOnly: 'Somente leitura: apenas administradores alteram conexões.',
}
