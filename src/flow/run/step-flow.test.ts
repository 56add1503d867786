import { describe, expect, test } from 'bun:test'
import { block, type DrawnEdge, type DrawnNode, drawFlow, menu, text } from '../../testing/bot/flows'
import { variableKey } from '../flow-variables.contract'
import { readFlowGraph } from './flow-graph'
import type { FlowInput, FlowState } from './flow-step'
import { startState, stepFlow } from './step-flow'

const environment = { valueOf: () => undefined, random: () => 0, messagesLeft: 20 }
const facts = new Map([
  ['nome', 'Dona Maria'],
  ['cidade', 'Recife'],
  ['saldo', '1.234,50'],
  ['idade', '18 anos'],
  ['plano', 'Plano 2'],
  ['codigo', '007'],
  ['hora', '10:30'],
  ['data de nascimento', '31/12/1990'],
])

function play(nodes: readonly DrawnNode[], edges?: readonly DrawnEdge[], { random = 0, messagesLeft = 1_000 } = {}) {
  const graph = readFlowGraph(drawFlow(nodes, edges))
  let state: FlowState | undefined
  let delays: number[] = []
  const factual = { valueOf: (name: string) => facts.get(variableKey(name)), random: () => random, messagesLeft }
  const run = (input: FlowInput) => {
    // As the state is stored between messages.
    const stored = state && (JSON.parse(JSON.stringify(state)) as FlowState)
    const step = stepFlow(graph, input.type === 'start' ? startState(graph) : stored, input, factual)
    state = step.state
    delays = step.effects.flatMap((effect) => ('delayMs' in effect ? effect.delayMs : []))
    return step.effects.map((effect) => {
      if (effect.type === 'text') return effect.text
      if (effect.type === 'media') return `${effect.kind} ${effect.file}${effect.record ? ' recorded' : ''}`
      const { type, ...more } = effect
      return [type, ...Object.values(more)].join(' ')
    })
  }
  return {
    start: () => run({ type: 'start' }),
    answer: (said: string, file?: string) => run({ type: 'answer', text: said, file }),
    proceed: () => run({ type: 'continue' }),
    state: () => state,
    delays: () => delays,
  }
}

test('sends texts and files in order, with a pause before each but the first', () => {
  const graph = readFlowGraph(
    drawFlow([text('Oi'), ['img', { url: 'a.png' }], block(['message', 'Ouça'], ['audio', 'b.ogg', { record: true }])]),
  )
  const { effects } = stepFlow(graph, startState(graph), { type: 'start' }, environment)
  expect(effects).toEqual([
    { type: 'text', text: 'Oi', delayMs: 0, node: 'message' },
    { type: 'media', kind: 'img', file: 'a.png', record: false, delayMs: 1_000, node: 'img' },
    { type: 'text', text: 'Ouça', delayMs: 1_000, node: 'singleBlock' },
    { type: 'media', kind: 'audio', file: 'b.ogg', record: true, delayMs: 1_000, node: 'singleBlock' },
    { type: 'end', reason: 'finished' },
  ])
})

test('stores the contact’s answer, and fills it in once', () => {
  const run = play([
    block(['message', 'Seu nome?'], ['input', 'cliente'], ['message', 'Olá {{cliente}}, {nome}, {x} {{x}}']),
  ])
  expect(run.start()).toEqual(['Seu nome?'])
  expect(run.answer(' {{nome}} da Silva ')).toEqual(['Olá {{nome}} da Silva, Dona Maria, {x} {{x}}', 'end finished'])
})

test('stores answers named like object properties, up to 32 KB', () => {
  const inputs = Array.from({ length: 12 }, (_, index): [string, string] => ['input', `v${index}`])
  const run = play([block(['input', '__proto__'], ['message', '{__proto__} {constructor}'], ...inputs)])
  run.start()
  expect(run.answer('meu')).toEqual(['meu {constructor}'])
  for (let times = 0; times < 11; times++) run.answer('x'.repeat(1_000_000))
  const lengths = Object.values(run.state()?.variables ?? {}).map(({ length }) => length)
  expect(lengths.slice(1, 8)).toEqual(Array(7).fill(4_096))
  expect(JSON.stringify(run.state()).length).toBeLessThan(33_000)
})

describe('a question', () => {
  const ask = (more: object) => play([block(['input', 'Resposta', { question: 'Qual?', ...more }]), text('{resposta}')])
  const stored = (kind: string, said: string, file?: string) => {
    const run = ask({ kind, choices: ['Sim', 'Não'], invalid: 'Como?' })
    run.start()
    return run.answer(said, file)[0]
  }

  test('of an older drawing asks nothing and stores anything', () => {
    const run = play([block(['message', 'Foto?'], ['input', 'x'], ['message', '{x}'])])
    expect(run.start()).toEqual(['Foto?'])
    expect(run.answer('', 'image.jpeg')).toEqual(['image.jpeg', 'end finished'])
  })

  test.each([
    ['number', '18 anos', '18'],
    ['number', 'R$ 200', '200'],
    ['number', ' uns R$1.234,50, por mês ', '1.234,50'],
    ['number', '-123456789012345', '-123456789012345'],
    ['number', '2 mil', undefined],
    ['number', '1234567890123456', undefined],
    ['number', 'entre 18 e 20', undefined],
    ['number', '10:30', undefined],
    ['number', 'A4', undefined],
    ['email', 'é maria.silva@loja.com.br.', 'maria.silva@loja.com.br'],
    ['email', 'Maria <ana+1@x.co>', 'ana+1@x.co'],
    ['email', `${'a'.repeat(242)}@exemplo.com`, `${'a'.repeat(242)}@exemplo.com`],
    ['email', `${'a'.repeat(243)}@exemplo.com`, undefined],
    ['email', 'maria@loja', undefined],
    ['email', 'a@x.com ou b@x.com', undefined],
    ['date', '31/12/2026', '31/12/2026'],
    ['date', 'dia 31-12', '31/12'],
    ['date', '1.2.26 às 10:30', '01/02/2026'],
    ['date', '2026-12-31', '31/12/2026'],
    ['date', '5/6/50', '05/06/1950'],
    ['date', '29/02/2025', undefined],
    ['date', '29/02/2024', '29/02/2024'],
    ['date', '29/02/2000', '29/02/2000'],
    ['date', '29/02/2100', undefined],
    ['date', '31/11', undefined],
    ['date', '12/31/2026', undefined],
    ['phone', '(11) 8888-0001', '5511988880001'],
    ['phone', 'meu zap: +55 11 98888-0001', '5511988880001'],
    ['phone', '11 3222-0001', '551132220001'],
    ['phone', '+351 912 345 678', '351912345678'],
    ['phone', '98888-0001', undefined],
    ['phone', '123.456.789-00', undefined],
    ['choice', '2', 'Não'],
    ['choice', 'NAO', 'Não'],
    ['choice', 'Sim.', 'Sim'],
    ['choice', '2 - não', 'Não'],
    ['choice', '1 - não', undefined],
    ['choice', '3', undefined],
    ['text', 'tanto faz', 'tanto faz'],
  ])('of kind %s stores of “%s” %s', (kind, said, value) => {
    const options = kind === 'choice' ? '\n\n[1] Sim\n[2] Não' : ''
    expect(stored(kind, said)).toBe(value ?? `Como?${options}`)
    expect(stored(kind, '', 'image.jpeg')).toBe(kind === 'text' ? 'image.jpeg' : `Como?${options}`)
  })

  test('of kind file stores a picture and refuses a text', () => {
    expect(stored('file', 'segue', 'image.jpeg')).toBe('image.jpeg')
    expect(stored('file', 'não tenho')).toBe('Como?')
  })

  test('tells what fits as often as it says, lets the ticket wait, and still accepts an answer', () => {
    const run = ask({ kind: 'number', invalid: 'Só o número, {nome}', tries: 2 })
    expect(run.start()).toEqual(['Qual?'])
    const told = 'Só o número, Dona Maria'
    expect(['a', 'b', 'c'].map((said) => run.answer(said))).toEqual([[told], [told, 'unanswered'], []])
    expect(run.answer('7')).toEqual(['7', 'end finished'])
    const other = ask({ kind: 'email' })
    other.start()
    expect([other.answer('oi'), other.answer(' SAIR')]).toEqual([['Qual?'], ['end left']])
  })

  test('counts the tries of each question of a block', () => {
    const number = { kind: 'number', invalid: 'Como?', tries: 2 }
    const run = play([block(['input', 'a', number], ['input', 'b', number])])
    run.start()
    expect(['x', '1', 'x', '2'].map((said) => run.answer(said))).toEqual([['Como?'], [], ['Como?'], ['end finished']])
  })

  test('stores under a name with accents and spaces, which texts find regardless of case', () => {
    const run = play([
      block(['input', 'Endereço de entrega'], ['message', '{{endereco de ENTREGA}} {Endereço  de entrega}']),
    ])
    run.start()
    expect(run.answer('Rua 1')[0]).toBe('Rua 1 Rua 1')
  })
})

describe('menu', () => {
  const drawing = [menu('Escolha', 'Segunda via', '{nome}'), text('boleto'), text('eu')] as const
  const edges = ['n1.a1 n2', 'n1.a2 n3']
  const shown = 'Escolha\n\n[1] Segunda via\n[2] Dona Maria'

  test('accepts the number or the label', () => {
    for (const said of ['1', '1.', ' [1] ', '1️⃣', '[1] Segunda via', 'Segunda via!', 'ségunda via ']) {
      const run = play(drawing, edges)
      expect(run.start()).toEqual([shown])
      expect(run.answer(said)).toEqual(['boleto', 'end finished'])
    }
    const run = play(drawing, edges)
    run.start()
    expect(run.answer('dona maria')).toEqual(['eu', 'end finished'])
  })

  test('distinguishes labels of the same words only by their exact text', () => {
    const run = play([menu('?', 'Sim', 'Sim!'), text('a'), text('b')], ['n1.a1 n2', 'n1.a2 n3'])
    run.start()
    expect(run.answer('Sim.')).toEqual(['?\n\n[1] Sim\n[2] Sim!'])
    expect(run.answer('sim!')).toEqual(['b', 'end finished'])
  })

  test('repeats three times, lets the ticket wait, and still accepts a choice', () => {
    const run = play(drawing, edges)
    run.start()
    const said = ['3', '1e3', 'um', 'oi', ''].map((wrong) => run.answer(wrong))
    expect(said).toEqual([[shown], [shown], [shown, 'unanswered'], [], []])
    expect(run.answer('2')).toEqual(['eu', 'end finished'])
  })

  test('ends on “sair”, unless an option has that name', () => {
    const run = play(drawing, edges)
    run.start()
    expect(run.answer(' Sair')).toEqual(['end left'])
    const other = play([menu('?', 'Sair'), text('saiu')], ['n1.a1 n2'])
    other.start()
    expect(other.answer('sair')).toEqual(['saiu', 'end finished'])
  })

  test('ends without options, or if the chosen one is unconnected', () => {
    expect(play([menu('Vazio')]).start()).toEqual(['Vazio', 'end finished'])
    const run = play([menu('?', 'um')])
    run.start()
    expect(run.answer('1')).toEqual(['end finished'])
  })
})

test.each([
  ['nome', 1, ' dona MARÍA ', 'a'],
  ['{{nome}}', 1, 'Maria', 'b'],
  ['cidade', 1, '{cidade}', 'a'],
  ['saldo', 2, '1234,5', 'a'],
  ['saldo', 5, '1234.49', 'a'],
  ['saldo', 5, '1234.50', 'b'],
  ['saldo', 4, '1.234,50', 'b'],
  ['saldo', 3, '1234.5', 'a'],
  ['nome', 5, '1', 'b'],
  ['unknown', 3, '1', 'b'],
  ['unknown', 1, '', 'a'],
  ['__proto__', 1, '[object Object]', 'b'],
  ['saldo', 1, 'R$ 1234.5', 'a'],
  ['SALDO', 1, '1,234.50', 'a'],
  ['idade', 2, '18', 'a'],
  ['idade', 4, 'R$ 200', 'a'],
  ['idade', 1, '18', 'a'],
  ['plano', 1, '2', 'b'],
  ['plano', 5, '1', 'a'],
  ['codigo', 1, '7', 'b'],
  ['Data de Nascimento', 5, '1', 'b'],
  ['Data de Nascimento', 4, '01/01/1991', 'a'],
  ['Data de Nascimento', 2, '01/02/1991', 'b'],
  ['hora', 2, '9:30', 'a'],
  ['hora', 4, '10:00', 'b'],
  ['{{data  de nascimento}}', 1, '31/12/1990', 'a'],
])('condition: %s %d %s goes %s', (key, condition, value, branch) => {
  const run = play([['condition', { key, condition, value }], text('a'), text('b')], ['n1.a n2', 'n1.b n3'])
  expect(run.start()[0]).toBe(branch)
})

test('the randomizer chooses the first output below its percentage', () => {
  const branch = (percent: number, random: number) =>
    play([['randomizer', { percent }], text('a'), text('b')], ['n1.a n2', 'n1.b n3'], { random }).start()[0]
  expect([branch(0, 0), branch(50, 0.499), branch(50, 0.5), branch(100, 0.999)]).toEqual(['b', 'a', 'b', 'a'])
})

test('an interval waits, also within a block, and ignores messages meanwhile', () => {
  const run = play([['interval', { sec: '60' }], block(['message', 'um'], ['interval', 5], ['message', 'dois'])])
  expect(run.start()).toEqual(['interval 60'])
  expect(run.answer('cadê?')).toEqual([])
  expect(run.proceed()).toEqual(['um', 'interval 5'])
  expect([run.proceed(), run.delays()]).toEqual([['dois', 'end finished'], [0]])
})

test('sends recordings, moves the ticket, adds tags, and ends with an agent', () => {
  const queue = { id: 2, name: 'Suporte', color: '#fff' }
  const recorded = (record?: boolean): DrawnNode => ['audio', { url: 'c.ogg', record }]
  const audios = play([recorded(true), recorded(false), recorded()])
  expect(audios.start()).toEqual(['audio c.ogg recorded', 'audio c.ogg', 'audio c.ogg', 'end finished'])
  const run = play([['ticket', { data: queue }], ['tag', queue], ['agent', { id: 3, name: 'Bia' }], text('never')])
  expect(run.start()).toEqual(['queue 2', 'tag 2', 'agent 3 [object Object]', 'end agent'])
})

test('skips unknown and incomplete blocks', () => {
  const run = play([['hologram'], ['message', {}], ['interval', { sec: 121 }], text('fim')])
  expect(run.start()).toEqual([
    'problem flowIncompleteNode n1',
    'problem flowIncompleteNode n2',
    'problem flowIncompleteNode n3',
    'fim',
    'end finished',
  ])
})

test('ends a loop that sends nothing after 200 steps, in turns of 50, also across intervals', () => {
  const nothing: DrawnNode = ['condition', { key: 'x', condition: 1, value: 'y' }]
  const run = play([nothing, nothing], ['n1.b n2', 'n2.b n1'])
  expect([run.start(), run.proceed(), run.proceed()]).toEqual([[], [], []])
  expect(run.proceed()).toEqual(['problem flowLoop n2', 'end loop'])
  const passed: DrawnNode = ['condition', { key: 'x', condition: 1, value: '' }]
  const long = play([...Array.from({ length: 49 }, () => passed), text('fim')])
  expect(long.start()).toEqual([])
  expect([long.proceed(), long.delays()]).toEqual([['fim', 'end finished'], [1_000]])
  const slow = play([['interval', { sec: 1 }]], ['n1 n1'])
  slow.start()
  let turn: string[] = []
  for (let times = 0; slow.state() && times < 300; times++) turn = slow.proceed()
  expect(turn).toEqual(['problem flowLoop n1', 'end loop'])
})

test('sends no more messages than may be sent, and tells a loop from a long flow', () => {
  const loop = play([text('a'), text('b')], ['n1 n2', 'n2 n1'], { messagesLeft: 3 })
  expect(loop.start()).toEqual(['a', 'b', 'a', 'problem flowLoop n2', 'end loop'])
  const long = [text('a'), block(['message', 'b'], ['message', 'c'], ['img', 'd.png'])]
  expect(play(long, undefined, { messagesLeft: 3 }).start()).toEqual([
    ...['a', 'b', 'c'],
    'problem automaticLimit n2',
    'end limit',
  ])
  expect(play(long, undefined, { messagesLeft: 4 }).start()).toEqual(['a', 'b', 'c', 'img d.png', 'end finished'])
  expect(play([menu('?', 'A')], [], { messagesLeft: 0 }).start()).toEqual(['problem automaticLimit n1', 'end limit'])
})

test('a loop with a question continues', () => {
  const run = play([block(['message', '?'], ['input', 'x'])], ['n1 n1'])
  run.start()
  for (let times = 0; times < 300; times++) expect(run.answer('sim')).toEqual(['?'])
})

test('a flow without a start ends at once', () => {
  const graph = readFlowGraph({ nodes: [], connections: [] })
  expect(stepFlow(graph, startState(graph), { type: 'start' }, environment)).toEqual({
    state: undefined,
    effects: [
      { type: 'problem', code: 'flowNoStart', nodeId: '' },
      { type: 'end', reason: 'finished' },
    ],
  })
})
