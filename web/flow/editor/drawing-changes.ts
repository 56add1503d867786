import { type Change, listChanges } from '../../ui/list/list-changes'
import type { FlowContent } from './drawing/drawing'
import { type Block, blocksOf, contentOf, hasMoved } from './drawing/merge-drawings'
import type { KindTexts } from './node/node-kinds'
import { nodeName } from './node/node-summary'

/** Returns the blocks that differ between two states of a flow, with their outgoing connections. */
export function drawingChanges(t: KindTexts, before: FlowContent, after: FlowContent): Change[] {
  return listChanges([...blocksOf(before).values()], [...blocksOf(after).values()], {
    id: ({ node }: Block) => node.id,
    name: ({ node }) => nodeName(t, node),
    content: contentOf,
    isMoved: hasMoved,
  })
}
