/** Each module with those that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** The modules that import each other, each group as the shortest way from one of them around to itself. */
export function findCircles(graph: ImportGraph): string[][] {
  return groupsOf(graph).flatMap((group) => {
    const way = wayAround(graph, group)
    return way ? [way] : []
  })
}

/** Modules each of which reaches all others of its group (Tarjan's strongly connected components). */
function groupsOf(graph: ImportGraph): ReadonlySet<string>[] {
  const groups: Set<string>[] = []
  const numbers = new Map<string, number>()
  const waiting: string[] = []
  const open = new Set<string>()

  /** Answers the lowest number that the module reaches among those whose group is not closed. */
  function visit(module: string): number {
    const number = numbers.size
    numbers.set(module, number)
    waiting.push(module)
    open.add(module)
    let lowest = number
    for (const target of graph.get(module) ?? []) {
      const known = numbers.get(target)
      if (known === undefined) lowest = Math.min(lowest, visit(target))
      else if (open.has(target)) lowest = Math.min(lowest, known)
    }
    if (lowest === number) {
      const group = waiting.splice(waiting.indexOf(module))
      for (const member of group) open.delete(member)
      groups.push(new Set(group))
    }
    return lowest
  }

  for (const module of graph.keys()) if (!numbers.has(module)) visit(module)
  return groups
}

function wayAround(graph: ImportGraph, group: ReadonlySet<string>): string[] | undefined {
  const [start = ''] = group
  const ways = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const target of graph.get(way.at(-1) ?? '') ?? []) {
      if (target === start) return [...way, start]
      if (!group.has(target) || seen.has(target)) continue
      seen.add(target)
      ways.push([...way, target])
    }
  }
  return undefined
}
