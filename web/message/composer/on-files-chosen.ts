/** Passes the files of an input on, and empties it, so that the same file can be chosen again. */
export function onFilesChosen(onFiles: (files: readonly File[]) => void) {
  return ({ target }: { target: HTMLInputElement }) => {
    onFiles([...(target.files ?? [])])
    target.value = ''
  }
}
