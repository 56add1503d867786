import { expect, test } from 'bun:test'
import { block, type DrawnNode, drawFlow, menu, text } from '../../testing/bot/flows'
import { listedNames } from '../flow-variables.contract'
import { findFlowProblems } from './flow-problems.contract'

const found = (nodes: readonly DrawnNode[], edges?: readonly string[], fields?: readonly string[]) =>
  findFlowProblems(drawFlow(nodes, edges), fields).map(({ level, code, nodeId, field, name }) =>
    [level, code, nodeId, field, name].filter((part) => part !== undefined).join(' '),
  )

test('reports nothing for a flow that can run, wherever it ends', () => {
  expect(found([text('Olá'), menu('Escolha', 'Um', 'Dois'), text('Um')], ['n1 n2', 'n2.a1 n3', 'n2.a2 n1'])).toEqual([])
  expect(found([['agent', { id: 1, name: 'Bia' }]])).toEqual([])
})

test('reports unreachable blocks and unconnected outputs', () => {
  expect(found([menu('Escolha', 'Um', 'Dois'), text('Solto')], [])).toEqual([
    'warning unreachable n2',
    'warning openOutput n1 a1',
    'warning openOutput n1 a2',
  ])
  expect(found([['condition', { key: 'a', condition: 1, value: 'b' }]])).toHaveLength(2)
})

test('reports a loop only if nothing in it waits for the contact', () => {
  expect(found([text('A'), text('B')], ['n1 n2', 'n2 n1'])).toEqual(['warning endlessLoop n1'])
  expect(found([text('A'), block(['input', 'nome'])], ['n1 n2', 'n2 n1'])).toEqual([])
  expect(found([text('A'), ['interval', { sec: 5 }]], ['n1 n2', 'n2 n1'])).toEqual(['warning endlessLoop n1'])
})

test('reports connections from removed options and blocks of other systems', () => {
  expect(found([menu('Escolha', 'Um'), text('A')], ['n1.a1 n2', 'n1.a7 n2'])).toEqual(['warning lostOutput n1 a7'])
  expect(found([['webhook', { url: 'x' }]])).toEqual(['warning unknownType n1'])
})

test('refuses two options of one number, and reports a block that sends nothing', () => {
  const options = [1, 2, 2].map((number) => ({ number, value: 'Um' }))
  const edges = ['n1.a1 n2', 'n1.a2 n2']
  const twice: DrawnNode = ['menu', { message: 'Escolha', arrayOption: options }]
  expect(found([twice, text('A')], edges)).toEqual(['error sameNumber n1 arrayOption.2.number'])
  const damaged: DrawnNode = ['menu', { message: 'Escolha', arrayOption: [null, ...options, { value: '{{falta}}' }] }]
  expect(found([damaged], [], [])).toEqual([
    'error incomplete n1 arrayOption.0',
    'error incomplete n1 arrayOption.4.number',
    'error sameNumber n1 arrayOption.3.number',
    'warning unknownVariable n1 arrayOption.4.value falta',
  ])
  expect(found([block()])).toEqual(['warning emptyContent n1'])
  const unnamed = { seq: ['message9'], elements: [{ number: 'message1', type: 'message', value: 'Oi' }] }
  expect(found([['singleBlock', unnamed]])).toEqual(['warning emptyContent n1'])
})

test('refuses a question whose settings do not fit, and leaves other elements with such fields alone', () => {
  const ask = (more: object) => found([block(['input', 'idade', more])])
  expect(ask({ kind: 'choice', choices: ['Sim'], tries: 10, invalid: '', question: '' })).toEqual([])
  for (const more of [{ kind: 'cpf' }, { kind: 'choice' }, { tries: 0 }, { tries: 11 }, { choices: [''] }]) {
    expect(ask(more)).toEqual(['error incomplete n1 elements.0'])
  }
  expect(found([block(['message', 'Oi', { kind: 'x', tries: 'x', question: 5 }])])).toEqual([])
})

test('reports each variable that no question, contact or conversation has', () => {
  const asks = block([
    'input',
    'Endereço',
    { question: 'Onde, {{nome}}? {{rua}}', kind: 'choice', choices: ['{{ruas}}'] },
  ])
  const says = text('{{ENDERECO}} {cidade} {cidade} {{firstName}} {{CPF}} {{ms}} {um dois} {{ }} {}')
  const isAdult: DrawnNode = ['condition', { key: '{{idade}}', condition: 2, value: '{limite}' }]
  const offers = menu('{{pedido}}', '{{valor}}')
  const edges = ['n1 n2', 'n2 n3', 'n3.a n4', 'n3.b n1', 'n4.a1 n1']
  const lost = (fields: string[]) => found([asks, says, isAdult, offers], edges, fields)
  expect(lost(['cpf'])).toEqual([
    'warning unknownVariable n1 elements.0.question rua',
    'warning unknownVariable n1 elements.0.choices.0 ruas',
    'warning unknownVariable n2 label cidade',
    'warning unknownVariable n2 label um dois',
    'warning unknownVariable n3 key idade',
    'warning unknownVariable n3 value limite',
    'warning unknownVariable n4 message pedido',
    'warning unknownVariable n4 arrayOption.0.value valor',
  ])
  expect(lost([])).toContain('warning unknownVariable n2 label CPF')
})

test('lists each variable once, under the name of its question', () => {
  const { nodes } = drawFlow([
    block(['input', 'Idade'], ['input', 'E-mail'], ['input', 'idade']),
    block(['input', 'Email']),
  ])
  const names = listedNames(nodes)
  expect(names.filter((name) => /^(idade|e-?mail|nome|name)$/i.test(name)).toSorted()).toEqual([
    'E-mail',
    'Email',
    'Idade',
    'nome',
  ])
  expect(names).toContain('firstName')
})
