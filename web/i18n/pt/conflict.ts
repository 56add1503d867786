/** Texts of the dialog that compares unsaved changes with saved ones. */
export const conflict = {
  mine: 'Suas alterações',
  theirs: 'Alterações salvas',
  kinds: { added: 'adicionado', changed: 'alterado', removed: 'excluído' },
  both: 'nos dois',
  none: 'Nenhuma diferença no conteúdo.',
  more: (count: number) => `e mais ${count}`,
  keepEditing: 'Continuar editando',
}
