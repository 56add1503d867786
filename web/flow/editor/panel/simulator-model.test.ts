import { expect, test } from 'bun:test'
import { drawFlow, menu, text, type DrawnNode } from '../../../../src/testing/bot/flows'
import { createSimulator } from './simulator-model'

/** Queue 2 offers options; queue 1 only lets the ticket wait. */
function simulate(nodes: readonly DrawnNode[], edges?: readonly string[]) {
  const drawing = drawFlow(nodes, edges)
  const takeOverOf = (queueId: number) => (queueId === 2 ? 'options' : undefined)
  const simulator = createSimulator(drawing, { valueOf: () => undefined, takeOverOf })
  simulator.restart(drawing)
  const shown = () =>
    simulator.entries.value.map((entry) => {
      if (entry.from === 'contact') return entry.text
      const { effect } = entry
      return effect.type === 'text' ? effect.text : effect.type
    })
  return { simulator, shown }
}

test('ends where a queue takes the ticket over, as the server does', () => {
  const nodes: DrawnNode[] = [
    ['ticket', { id: 1 }],
    text('um'),
    ['ticket', { id: 2 }],
    text('nunca'),
    menu('Qual?', 'A'),
  ]
  const { simulator, shown } = simulate(nodes)
  expect(shown()).toEqual(['queue', 'um', 'queue', 'takenOver'])
  expect([simulator.waiting.value, simulator.nodeId.value]).toEqual([{ kind: 'ended' }, undefined])
})
