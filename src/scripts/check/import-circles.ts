type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Returns import circles, one shortest path per group of modules that import each other. */
export function findCircles(graph: ImportGraph): string[][] {
  return groupsOf(graph).flatMap((group) => {
    const circle = findCircle(graph, group)
    return circle ? [circle] : []
  })
}

/** Returns groups of modules that all reach each other (Tarjan's strongly connected components). */
function groupsOf(graph: ImportGraph): ReadonlySet<string>[] {
  const groups: Set<string>[] = []
  const numbers = new Map<string, number>()
  const waiting: string[] = []
  const open = new Set<string>()

  /** Returns the lowest number reachable within the open group. */
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

function findCircle(graph: ImportGraph, group: ReadonlySet<string>): string[] | undefined {
  const [start = ''] = group
  const ways = [[start]]
  const seen = new Set<string>()
  for (const circle of ways) {
    for (const target of graph.get(circle.at(-1) ?? '') ?? []) {
      if (target === start) return [...circle, start]
      if (!group.has(target) || seen.has(target)) continue
      seen.add(target)
      ways.push([...circle, target])
    }
  }
  return undefined
}
