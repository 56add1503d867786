import { expect, test } from 'bun:test'
import { answerKinds } from '../flow/flow.contract'
import { unknownVariables } from '../flow/flow-variables.contract'
import { phraseKey } from '../flow/phrase/phrase-index'
import { readFlowGraph } from '../flow/run/flow-graph'
import { startState, stepFlow } from '../flow/run/step-flow'
import { chosenText, readBubbles, richTextOf } from '../integration/typebot/read-bubbles'
import { readWebhookAnswer } from '../integration/webhook/read-webhook-answer'
import { block, drawFlow, menu, text } from '../testing/bot/flows'
import { findSlowTexts } from '../testing/hostile/repetitive-text'

const graphOf = (drawing: ReturnType<typeof drawFlow>) => readFlowGraph(drawing)
const surroundings = { valueOf: () => undefined, random: () => 0.5, messagesLeft: 20 }
const question = graphOf(
  drawFlow(
    [
      block(['message', 'Nome?'], ['input', 'nome'], ['message', 'Oi {{nome}}, {nome}!']),
      ['condition', { key: 'nome', condition: 1, value: '{{nome}}' }],
      ['condition', { key: 'nome', condition: 2, value: '18' }],
      text('{{nome}} {{nome}}'),
    ],
    ['n1 n2', 'n2.a n3', 'n3.a n4', 'n3.b n4'],
  ),
)
const choice = graphOf(drawFlow([menu('Qual?', ...Array.from({ length: 50 }, (_, index) => `Opção ${index}`))]))

/** Runs a flow up to its question and answers it. */
function answer(graph: ReturnType<typeof readFlowGraph>, words: string) {
  const { state } = stepFlow(graph, startState(graph), { type: 'start' }, surroundings)
  return stepFlow(graph, state, { type: 'answer', text: words }, surroundings)
}

const choices = { names: Array.from({ length: 50 }, (_, index) => `Opção ${index}`), isMultiple: true }

const functions: Record<string, (text: string) => unknown> = {
  phraseKey,
  'a flow’s question': (words) => answer(question, words),
  ...Object.fromEntries(
    answerKinds.map((kind): [string, (words: string) => unknown] => {
      const asked = graphOf(drawFlow([block(['input', 'x', { question: 'Qual?', kind, choices: ['Sim'] }])]))
      return [`an answer of kind ${kind}`, (words) => answer(asked, words)]
    }),
  ),
  'a flow’s variables': (words) => unknownVariables([...drawFlow([text(words), block(['input', words])]).nodes], []),
  'a flow’s menu': (words) => answer(choice, words),
  'a flow’s text': (words) => {
    const graph = graphOf(drawFlow([text(words.slice(0, 4_096)), menu(words.slice(0, 4_096), 'A')]))
    return stepFlow(graph, startState(graph), { type: 'start' }, surroundings)
  },
  'a webhook’s answer': (words) => [readWebhookAnswer(words), readWebhookAnswer(JSON.stringify({ reply: words }))],
  'a choice in Typebot': (words) => chosenText(words, choices),
  'a text of Typebot': (words) => richTextOf([{ type: 'p', children: [{ text: words, bold: true }] }]),
  'a command of Typebot': (words) => {
    const richText = [{ type: 'p', children: [{ text: `#${words}` }] }]
    const messages = [{ type: 'text', content: { richText } }]
    return readBubbles({ messages, input: null, clientSideActions: [] }, 0)
  },
}

test.each(Object.keys(functions))(
  '%s takes time in proportion to the text',
  (name) => {
    expect(findSlowTexts(functions[name] ?? (() => {}))).toEqual([])
  },
  120_000,
)
