/** Texts of the dialog that compares unsaved changes with saved ones. */
export const conflict = {
  mine: 'Your changes',
  theirs: 'Saved changes',
  kinds: { added: 'added', changed: 'changed', moved: 'moved', removed: 'removed' },
  both: 'in both',
  none: 'No difference.',
  more: (count: number) => `and ${count} more`,
  keepEditing: 'Keep editing',
}
