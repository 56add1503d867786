import type { Row } from '../rows'

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
}

const shownMin = 0.01

/** The main thread's processor time per inbound message, divided by where the samples found it. */
export async function* profileRows(file: string, mainMs: number, messages: number): AsyncGenerator<Row> {
  const { nodes, samples } = (await Bun.file(file).json()) as CpuProfile
  const modules = new Map(nodes.map(({ id, callFrame }) => [id, moduleOf(callFrame)]))
  const counts = new Map<string, number>()
  for (const id of samples) {
    const module = modules.get(id) ?? ''
    counts.set(module, (counts.get(module) ?? 0) + 1)
  }
  for (const [module, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    const share = count / samples.length
    if (share < shownMin) return
    const microseconds = Math.round((share * mainMs * 1000) / messages)
    yield { what: `capacity: ${module}`, goal: '', result: `${(share * 100).toFixed(1)} %, ${microseconds} µs` }
  }
}

/** A package, a folder of ours, or a function of Bun itself. */
function moduleOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']) {
  const path = url.replace(/^file:\/\//, '')
  const name =
    path.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? path.match(/\/((?:src|web)\/.*)\/[^/]+$/)?.[1]
  return name ?? (functionName ? `Bun's ${functionName}` : 'Bun')
}
