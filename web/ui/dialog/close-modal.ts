/** Call it before the dialog is removed: Chromium 156 leaves the caret in it, and the focused field would ignore what is typed. */
export function closeModal(dialog: HTMLDialogElement) {
  const selection = getSelection()
  if (dialog.contains(selection?.anchorNode ?? null)) selection?.removeAllRanges()
  dialog.close()
}
