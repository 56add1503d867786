import * as v from 'valibot'
import { FlowDrawing } from '../../../../src/flow/flow.contract'
import type { FlowContent } from './drawing'

const format = 'recado-flow-part'
const Part = v.object({ format: v.literal(format), ...FlowDrawing.entries })

/** Nodes as text of the clipboard, so that they can be pasted into another flow as well. */
export function writePart({ nodes, connections }: FlowContent) {
  return JSON.stringify({ format, nodes, connections })
}

export function readPart(text: string): FlowContent | undefined {
  if (!text.includes(format)) return undefined
  try {
    const { success, output } = v.safeParse(Part, JSON.parse(text))
    return success ? output : undefined
  } catch {
    return undefined
  }
}
