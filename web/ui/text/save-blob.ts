export function saveBlob(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the browser has opened the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
