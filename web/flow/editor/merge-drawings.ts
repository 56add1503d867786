import type { FlowConnection, FlowNode } from '../../../src/flow/flow.contract'
import { type FlowContent, handleOf } from './drawing'

/**
 * Merges two flows with a common base. Each block with its outgoing connections is taken from the side that changed
 * it; its position is merged separately, and the own one wins. Returns undefined if both sides changed a block, or
 * one removed what the other connects to.
 */
export function mergeDrawings(base: FlowContent, mine: FlowContent, theirs: FlowContent): FlowContent | undefined {
  const [before, own, other] = [blocksOf(base), blocksOf(mine), blocksOf(theirs)]
  const blocks: Block[] = []
  for (const id of new Set([...other.keys(), ...own.keys()])) {
    const merged = mergeBlock(before.get(id), own.get(id), other.get(id))
    if (merged === 'conflict') return undefined
    if (merged) blocks.push(merged)
  }
  const nodes = blocks.map(({ node }) => node)
  const connections = blocks.flatMap((block) => block.connections)
  const ids = new Set(nodes.map(({ id }) => id))
  const leadsNowhere = connections.some(({ target }) => !ids.has(target))
  const hasOneStart = nodes.filter(({ type }) => type === 'start').length === 1
  return leadsNowhere || !hasOneStart ? undefined : { nodes, connections }
}

/** Returns the content and outgoing connections of a block as text, without its position. */
export function contentOf({ node: { type, data }, connections }: Block): string {
  const leads = connections.map((one) => [handleOf(one), one.target].join(' ')).sort()
  return JSON.stringify([type, data, leads])
}

export interface Block {
  node: FlowNode
  /** Outgoing connections. */
  connections: readonly FlowConnection[]
}

export function blocksOf({ nodes, connections }: FlowContent): Map<string, Block> {
  const leaving = Map.groupBy(connections, ({ source }) => source)
  return new Map(nodes.map((node) => [node.id, { node, connections: leaving.get(node.id) ?? [] }]))
}

/** Returns undefined for a block that one side removed and the other did not change. */
function mergeBlock(base: Block | undefined, mine: Block | undefined, theirs: Block | undefined) {
  if (!mine || !theirs) {
    const left = mine ?? theirs
    // A block on one side only was added there, or removed on the other side.
    if (!left || !base) return left
    return contentOf(left) === contentOf(base) ? undefined : 'conflict'
  }
  const [own, other] = [contentOf(mine), contentOf(theirs)]
  const before = base && contentOf(base)
  if (own !== other && own !== before && other !== before) return 'conflict'
  const { node, connections } = own === before ? theirs : mine
  const { position, width, height } = (hasMoved(base, mine) ? mine : theirs).node
  return { node: { ...node, position, width, height }, connections }
}

export function hasMoved(before: Block | undefined, after: Block): boolean {
  const placeOf = ({ node: { position } }: Block) => `${position.x} ${position.y}`
  return before !== undefined && placeOf(before) !== placeOf(after)
}
