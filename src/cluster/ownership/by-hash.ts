/** Rendezvous hashing: the order in which nodes may own a company. A node that comes or goes moves only its own. */
export function byHash(name: string, nodes: readonly string[]): string[] {
  const weights = new Map(nodes.map((node) => [node, Bun.hash.xxHash64(`${name}/${node}`)]))
  const weightOf = (node: string) => weights.get(node) ?? 0n
  return [...nodes].sort((a, b) =>
    weightOf(a) === weightOf(b) ? (a < b ? -1 : 1) : weightOf(a) > weightOf(b) ? -1 : 1,
  )
}

/** Who keeps a copy: the next by hash beside the owner. */
export const standbyOf = (name: string, owner: string | undefined, nodes: readonly string[]) =>
  byHash(name, nodes).find((node) => node !== owner)
