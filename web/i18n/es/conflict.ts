/** Texts of the dialog that compares unsaved changes with saved ones. */
export const conflict = {
  mine: 'Tus cambios',
  theirs: 'Cambios guardados',
  kinds: { added: 'agregado', changed: 'cambiado', removed: 'eliminado' },
  both: 'en ambos',
  none: 'Sin diferencias en el contenido.',
  more: (count: number) => `y ${count} más`,
  keepEditing: 'Seguir editando',
}
