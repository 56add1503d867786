/** Texts of the dialog that compares unsaved changes with saved ones. */
export const conflict = {
  mine: 'Suas alterações',
  theirs: 'Alterações salvas',
  kinds: { added: 'adicionado', changed: 'alterado', moved: 'movido', removed: 'excluído' },
  both: 'nos dois',
  none: 'Nenhuma diferença.',
  more: (count: number) => `e mais ${count}`,
  keepEditing: 'Continuar editando',
}
