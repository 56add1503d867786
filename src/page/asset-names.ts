/** The address of the built files, whose names change with their content. */
export const assetsPath = '/assets/'

export function shortHash(content: Uint8Array | string) {
  return Bun.hash(content).toString(36).slice(0, 10)
}
