export const assetsPath = '/assets/'

export const workerPath = '/sw.js'
export const offlinePath = '/offline'

/** Takes the address as a text, because parsing it takes longer than most answers. */
export function isAssetAddress(url: string) {
  const path = url.indexOf('/', 'https://'.length)
  const isExactly = (name: string) => url.startsWith(name, path) && url.length === path + name.length
  return url.startsWith(assetsPath, path) || isExactly(workerPath) || isExactly(offlinePath)
}

export function shortHash(content: Uint8Array | string) {
  return Bun.hash(content).toString(36).slice(0, 10)
}
