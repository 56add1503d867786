export const assetsPath = '/assets/'

export const workerPath = '/sw.js'

/** Takes the address as a text, because parsing it takes longer than most answers. */
export function isAssetAddress(url: string) {
  const path = url.indexOf('/', 'https://'.length)
  return (
    url.startsWith(assetsPath, path) || (url.startsWith(workerPath, path) && url.length === path + workerPath.length)
  )
}

export function shortHash(content: Uint8Array | string) {
  return Bun.hash(content).toString(36).slice(0, 10)
}
