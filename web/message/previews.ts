/** Local previews of files that are not on the server yet. */
export function createPreviews() {
  const urls = new Map<string, string>()
  return {
    of: (clientId: string) => urls.get(clientId),
    add(clientId: string, file: File) {
      const url = URL.createObjectURL(file)
      urls.set(clientId, url)
      return url
    },
    dispose() {
      for (const url of urls.values()) URL.revokeObjectURL(url)
      urls.clear()
    },
  }
}
