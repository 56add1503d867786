import type { FlowConnection, FlowNode } from '../../../../src/flow/flow.contract'
import { mergeItems, type Change, listChanges } from '../../../ui/list/list-changes'
import { type FlowContent, handleOf } from './drawing'
import type { KindTexts } from '../node/node-kinds'
import { nodeName } from '../node/node-summary'

/** Blocks go with their outgoing connections; own positions win. Undefined if both sides changed a block. */
export function mergeDrawings(base: FlowContent, mine: FlowContent, theirs: FlowContent): FlowContent | undefined {
  const merged = mergeItems(blocksOf(base), blocksOf(mine), blocksOf(theirs), {
    content: contentOf,
    combine: withMergedPosition,
  })
  if (!merged) return undefined
  const blocks = [...merged.values()]
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
  connections: readonly FlowConnection[]
}

function blocksOf({ nodes, connections }: FlowContent): Map<string, Block> {
  const leaving = Map.groupBy(connections, ({ source }) => source)
  return new Map(nodes.map((node) => [node.id, { node, connections: leaving.get(node.id) ?? [] }]))
}

function withMergedPosition(
  changed: Block,
  { base, mine, theirs }: { base: Block | undefined; mine: Block; theirs: Block },
) {
  const { position, width, height } = (hasMoved(base, mine) ? mine : theirs).node
  return { ...changed, node: { ...changed.node, position, width, height } }
}

function hasMoved(before: Block | undefined, after: Block): boolean {
  const placeOf = ({ node: { position } }: Block) => `${position.x} ${position.y}`
  return before !== undefined && placeOf(before) !== placeOf(after)
}

/** Returns the blocks that differ between two states of a flow, with their outgoing connections. */
export function drawingChanges(t: KindTexts, before: FlowContent, after: FlowContent): Change[] {
  return listChanges([...blocksOf(before).values()], [...blocksOf(after).values()], {
    id: ({ node }: Block) => node.id,
    name: ({ node }) => nodeName(t, node),
    content: contentOf,
    isMoved: hasMoved,
  })
}
