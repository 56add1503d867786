/** Texts of the dialog that compares unsaved changes with saved ones. */
export const conflict = {
  mine: 'Tus cambios',
  theirs: 'Cambios guardados',
  kinds: { added: 'agregado', changed: 'cambiado', moved: 'movido', removed: 'eliminado' },
  both: 'en ambos',
  none: 'Sin diferencias.',
  more: (count: number) => `y ${count} más`,
  keepEditing: 'Seguir editando',
}
