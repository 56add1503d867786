import { Position, type NodeHandle } from 'reactflow'
import type { FlowNode } from '../../../../src/flow/flow.contract'
import { cardWidthPx, drawnOutputs } from '../drawing/drawing'
import { textOf } from '../../../../src/kernel/untyped-json.contract'
import { type DrawnElement, elementsOf } from './node-summary'

const startWidthPx = 200
const headPx = 42
const linePx = 18
const outputPx = 30
const handlePx = 12
const lineCharacters = 36

/**
 * Estimates the size and handles of a card before it is rendered and measured. Without an estimate, the canvas would
 * have to render all cards of a large flow. If it is right, rendering the card changes nothing.
 */
export function estimateCard(node: FlowNode) {
  const width = node.type === 'start' ? startWidthPx : cardWidthPx
  const outputs = drawnOutputs(node)
  const hasOneOutput = outputs.length === 1 && outputs[0]?.kind === 'next'
  const bodyPx = headPx + bodyHeight(node)
  const rows = hasOneOutput ? 0 : outputs.length
  const height = bodyPx + (rows > 0 ? rows * outputPx + 9 : 0)
  const handle = (type: 'source' | 'target', centreY: number, id: string | null = null): NodeHandle => ({
    type,
    id,
    width: handlePx,
    height: handlePx,
    position: type === 'source' ? Position.Right : Position.Left,
    x: (type === 'source' ? width : 0) - handlePx / 2,
    y: centreY - handlePx / 2,
  })
  const sources = outputs.map((output, index) =>
    handle('source', hasOneOutput ? height / 2 : bodyPx + 5 + (index + 0.5) * outputPx, output.handle),
  )
  const targets = node.type === 'start' ? [] : [handle('target', height / 2)]
  return { measured: { width, height }, handles: [...targets, ...sources] }
}

function bodyHeight({ type, data }: FlowNode): number {
  const linesOf = (text: string, limit: number) => Math.min(limit, Math.max(1, Math.ceil(text.length / lineCharacters)))
  const paddingPx = 12
  if (type === 'message') return paddingPx + linesOf(textOf(data['label']), 4) * linePx
  if (type === 'menu') return paddingPx + linesOf(textOf(data['message']), 4) * linePx
  if (type === 'img') return paddingPx + 96
  if (type !== 'singleBlock') return paddingPx + linePx + 6
  const elements = elementsOf(data).slice(0, 5)
  const heightOf = ({ type: kind, value, question }: DrawnElement) => {
    if (kind === 'img') return 102
    return 18 + linesOf(value, 3) * linePx + (question.text.trim() === '' ? 0 : linesOf(question.text, 3) * linePx)
  }
  return paddingPx + elements.reduce((sum, one) => sum + heightOf(one), 0)
}
