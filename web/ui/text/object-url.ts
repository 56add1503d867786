import { useEffect, useState } from 'react'

export function saveBlob(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the browser has opened the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** For a preview, as long as it is shown. */
export function useObjectUrl(file: File | undefined) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
