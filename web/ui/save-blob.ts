/** Offers a file that was made here to the person, under that name. */
export function saveBlob(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
