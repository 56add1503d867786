export const audit = {
  title: 'Auditoría',
  searchPlaceholder: 'Buscar por nombre, valor o dirección',
  nothingFound: 'No se encontró ningún registro',
  emptyTitle: 'Aún no hay registros',
  emptyText:
    'Quién cambió permisos, configuraciones y conexiones, qué se exportó o eliminó, ingresos y accesos del soporte. Los registros se guardan dos años.',
  entry: 'Registro',
  columns: { at: 'Fecha', by: 'Quién', address: 'Dirección', action: 'Acción', object: 'Dónde', changes: 'Qué cambió' },
  filters: {
    label: 'Filtros',
    category: 'Tipo',
    allCategories: 'Todos los tipos',
    by: 'Quién',
    everyone: 'Todas las personas',
    from: 'Desde',
    to: 'Hasta',
  },
  categories: {
    rights: 'Usuarios y permisos',
    settings: 'Configuraciones',
    connections: 'Conexiones',
    tokens: 'Claves de API',
    records: 'Registros',
    exports: 'Exportaciones',
    deletions: 'Eliminaciones',
    data: 'Datos e importaciones',
    signIns: 'Ingresos y seguridad de la cuenta',
    support: 'Accesos del soporte',
  },
  export: {
    button: 'Exportar',
    title: 'Exportar auditoría',
    file: 'auditoria',
    done: 'Auditoría exportada',
    running: (rows: string) => `Exportando ${rows} registros…`,
  },
  /** Of the screen of the whole platform, where they differ. */
  host: {
    file: 'auditoria-general',
    title: 'Auditoría general',
    searchPlaceholder: 'Buscar por correo o dirección de red',
    emptyText:
      'Ingresos, cambios en empresas, pagos, accesos del soporte y configuraciones de la plataforma. Los registros se guardan un año.',
    allCompanies: 'Todas las empresas',
    columns: { company: 'Empresa', whom: 'A quién', facts: 'Detalles' },
  },
}
