import type { FlowNode } from '../flow.contract'
import { textOf, objectOf } from '../../kernel/untyped-json.contract'

/**
 * Returns a question that similar systems draw as a block of its own (`input`, `question`) as a content block with the same
 * output; any other node unchanged.
 */
export function asContent(node: FlowNode): FlowNode {
  const asked = questionOf(node)
  if (!asked) return node
  const { text, name } = asked
  const message = { number: 'message0', type: 'message', value: text }
  const elements = [...(text.trim() === '' ? [] : [message]), { number: 'input0', type: 'input', value: name }]
  return { ...node, type: 'singleBlock', data: { seq: elements.map(({ number }) => number), elements } }
}

function questionOf({ type, data }: FlowNode): { text: string; name: string } | undefined {
  if (type === 'input') return { text: textOf(data['question']), name: textOf(data['variableName']) }
  if (type !== 'question') return undefined
  const { message, answerKey } = objectOf(data['typebotIntegration'])
  return { text: textOf(message), name: textOf(answerKey) }
}
