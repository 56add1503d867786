interface RecordName {
  /** In the singular, as in “Agregar lista de archivos”. */
  one: string
  /** In the plural, as in “Aún no hay listas de archivos”. */
  many: string
  gender: 'm' | 'f'
  /** As messages and questions call it: “Lista creada con éxito”. */
  short?: string
  /** What follows in messages. */
  success?: string
}

/** The usual texts of a record screen. Its file adds its own after them. */
export function recordTexts({ one, many, gender, short = one, success = ' con éxito' }: RecordName) {
  const [ending, article, no, first] =
    gender === 'f' ? ['a', 'la', 'ninguna', 'la primera'] : ['o', 'el', 'ningún', 'el primero']
  const done = (what: string) => `${short[0]?.toUpperCase()}${short.slice(1)} ${what}${ending}${success}`
  return {
    add: `Agregar ${one}`,
    addTitle: `Agregar ${one}`,
    editTitle: `Editar ${one}`,
    searchPlaceholder: 'Buscar por nombre',
    nothingFound: `No se encontró ${no} ${short}`,
    emptyTitle: `Aún no hay ${many}`,
    emptyText: `Agrega ${first} para empezar.`,
    created: done('cread'),
    saved: done('guardad'),
    deleteTitle: (name: string) => `¿Eliminar ${article} ${short} “${name}”?`,
    deleteText: 'Esta acción no se puede deshacer.',
    deleteAction: `Eliminar ${short}`,
    deleted: done('eliminad'),
  }
}
