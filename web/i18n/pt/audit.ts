/** Texts of the screen of the audit log. Its words for what was done are those of exports. */
export const audit = {
  title: 'Auditoria',
  searchPlaceholder: 'Buscar por nome, valor ou endereço',
  nothingFound: 'Nenhum registro encontrado',
  emptyTitle: 'Nada registrado ainda',
  emptyText:
    'Quem mudou permissões, configurações e conexões, o que foi exportado ou excluído, entradas e acessos do suporte. Os registros ficam guardados por dois anos.',
  entry: 'Registro',
  columns: { at: 'Data', by: 'Quem', address: 'Endereço', action: 'Ação', object: 'Onde', changes: 'O que mudou' },
  filters: {
    label: 'Filtros',
    category: 'Tipo',
    allCategories: 'Todos os tipos',
    by: 'Quem',
    everyone: 'Todas as pessoas',
    from: 'De',
    to: 'Até',
  },
  categories: {
    rights: 'Usuários e permissões',
    settings: 'Configurações',
    connections: 'Conexões',
    tokens: 'Chaves de API',
    records: 'Cadastros',
    exports: 'Exportações',
    deletions: 'Exclusões',
    data: 'Dados e importações',
    signIns: 'Entradas e segurança da conta',
    support: 'Acessos do suporte',
  },
  export: {
    button: 'Exportar',
    title: 'Exportar auditoria',
    file: 'auditoria',
    done: 'Auditoria exportada',
    running: (rows: string) => `Exportando ${rows} registros…`,
  },
  /** Of the screen of the whole platform, where they differ. */
  host: {
    file: 'auditoria-geral',
    title: 'Auditoria geral',
    searchPlaceholder: 'Buscar por e-mail ou endereço de rede',
    emptyText:
      'Entradas, mudanças em empresas, pagamentos, acessos do suporte e configurações da plataforma. Os registros ficam guardados por um ano.',
    allCompanies: 'Todas as empresas',
    columns: { company: 'Empresa', whom: 'A quem', facts: 'Detalhes' },
  },
}
