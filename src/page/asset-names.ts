export const assetsPath = '/assets/'

/** Takes the address as a text, because parsing it takes longer than most answers. */
export function isAssetAddress(url: string) {
  return url.startsWith(assetsPath, url.indexOf('/', 'https://'.length))
}

export function shortHash(content: Uint8Array | string) {
  return Bun.hash(content).toString(36).slice(0, 10)
}
