/**
 * Closes a modal dialog, which returns the focus to where it was. Call it before the dialog is removed from the document.
 *
 * Chromium 156 moves the focus but leaves the caret in the dialog. Once that is removed, the field that has the focus
 * would ignore what is typed.
 */
export function closeModal(dialog: HTMLDialogElement) {
  const selection = getSelection()
  if (dialog.contains(selection?.anchorNode ?? null)) selection?.removeAllRanges()
  dialog.close()
}
