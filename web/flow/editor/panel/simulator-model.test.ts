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

test('sends at most twenty messages without an answer, and of a loop only the first', () => {
  const { shown } = simulate([text('a'), text('b')], ['n1 n2', 'n2 n1'])
  expect(shown()).toEqual(['a', 'problem', 'end'])
  const long = simulate(Array.from({ length: 21 }, (_, index) => text(`${index}`)))
  expect(long.shown().slice(19)).toEqual(['19', 'problem', 'end'])
  const slow = simulate([text('a'), ['interval', { sec: 1 }]], ['n1 n2', 'n2 n1'])
  for (let times = 0; times < 30; times++) slow.simulator.skip()
  expect(slow.shown().filter((entry) => entry === 'a')).toHaveLength(20)
})

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
