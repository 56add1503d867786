interface RecordName {
  /** In the singular, as in “Adicionar lista de arquivos”. */
  one: string
  gender: 'm' | 'f'
  /** As messages and questions call it: “Lista criada com sucesso”. */
  short?: string
}

/** The usual texts of a record screen. Its file adds its own after them. */
export function recordTexts({ one, gender, short = one }: RecordName) {
  const ending = gender === 'f' ? 'a' : 'o'
  const no = gender === 'f' ? 'Nenhuma' : 'Nenhum'
  const done = (what: string) => `${short[0]?.toUpperCase()}${short.slice(1)} ${what}${ending} com sucesso`
  return {
    add: `Adicionar ${one}`,
    addTitle: `Adicionar ${one}`,
    editTitle: `Editar ${one}`,
    searchPlaceholder: 'Buscar por nome',
    nothingFound: `${no} ${short} encontrad${ending}`,
    emptyTitle: `${no} ${one} ainda`,
    emptyText: `Adicione ${gender === 'f' ? 'a primeira' : 'o primeiro'} para começar.`,
    created: done('criad'),
    saved: done('salv'),
    deleteTitle: (name: string) => `Excluir ${ending} ${short} “${name}”?`,
    deleteText: 'Essa ação não pode ser desfeita.',
    deleteAction: `Excluir ${short}`,
    deleted: done('excluíd'),
  }
}
