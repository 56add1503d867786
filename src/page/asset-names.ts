/** Where what was built is served, each file under a name that changes with what is in it. */
export const assetsPath = '/assets/'

export function shortHash(content: Uint8Array | string) {
  return Bun.hash(content).toString(36).slice(0, 10)
}
