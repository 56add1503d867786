import { expect, test } from 'bun:test'
import { automationVariables, bracedNames, replaceVariables, variableValues } from './message-variables.contract'
import { measureProcessor } from '../../testing/clock/processor-time'

const facts = {
  userName: 'Ana',
  queue: '',
  connection: 'Loja',
  company: 'Acme',
  ticketId: 7,
  createdDay: '2026-03-01',
  now: { day: '2026-03-02', time: '09:05' },
}
const fill = (text: string, name: string, number = '5511984348839') =>
  replaceVariables(text, variableValues({ ...facts, contact: { name, number } }))

test('greets a named contact by the first name', () => {
  expect(fill('{{ms}}, {{firstName}}! Sou {{userName}}, de {{name_company}}.', 'Maria Clara')).toBe(
    'Bom dia, Maria! Sou Ana, de Acme.',
  )
  expect(fill('{{name}} {{other}} {{protocol}} {{date}} {{hour}}', '🌻 Maria')).toBe(
    '🌻 Maria {{other}} 202603017 02/03/2026 09:05',
  )
  expect(fill('{{firstName}}', '🌻 Maria')).toBe('Maria')
})

const nameless = ['5511984348839', '+55 (11) 98434-8839', '******39', 'Contato 8839', '']

test.each([
  ['Olá {{firstName}}, tudo bem?', 'Olá, tudo bem?'],
  ['Olá, {{firstName}}, tudo bem?', 'Olá, tudo bem?'],
  ['Olá, {{firstName}}! Tudo bem?', 'Olá! Tudo bem?'],
  ['Olá {{firstName}}', 'Olá'],
  ['Olá, {{firstName}}', 'Olá'],
  ['Olá {{firstName}} tudo bem?', 'Olá tudo bem?'],
  ['Olá *{{firstName}}*, tudo bem?', 'Olá, tudo bem?'],
  ['{{firstName}}, seu pedido chegou', 'Seu pedido chegou'],
  ['{{firstName}}! Bom dia', 'Bom dia'],
  ['{{ms}} {{firstName}}. Sou {{userName}}.', 'Bom dia. Sou Ana.'],
  ['{{ms}}, {{name}}\nComo vai?', 'Bom dia\nComo vai?'],
  ['Oi\n{{firstName}}, veja', 'Oi\nVeja'],
  ['{{firstName}} {{name}}, oi', 'Oi'],
  ['Setor: {{queue}}.', 'Setor.'],
])('%p reads well for somebody without a name', (text, expected) => {
  for (const name of nameless) expect([name, fill(text, name)]).toEqual([name, expected])
})

test.each([
  ['Olá {{queue}} {{firstName}}', 'Olá maria'],
  ['Olá {{queue}} {{other}}, {{firstName}}', 'Olá {{other}}, maria'],
  ['Olá, {{queue}} {{queue}} {{firstName}}!', 'Olá, maria!'],
  ['Olá {{queue}}, {{firstName}}!', 'Olá, maria!'],
  ['Olá {{queue}}{{firstName}} {{queue}}', 'Olá maria'],
  ['{{queue}} {{firstName}}', 'maria'],
  ['{{queue}}, {{firstName}}', 'maria'],
  ['Oi\n{{queue}} {{firstName}}', 'Oi\nmaria'],
  ['Oi {{queue}}\n{{firstName}}', 'Oi\nmaria'],
  ['Olá *{{queue}} {{firstName}}*, oi', 'Olá *maria*, oi'],
  ['Olá *{{firstName}} {{queue}}*, oi', 'Olá *maria*, oi'],
  ['Olá {{queue}} *{{firstName}}*', 'Olá *maria*'],
  ['*{{queue}}* {{firstName}}', 'maria'],
  ['({{queue}} {{firstName}})', '(maria)'],
  ['Fila {{queue}} - {{firstName}}', 'Fila - maria'],
  ['https://acme.com/{{queue}}{{firstName}}', 'https://acme.com/maria'],
])('%p keeps one space where an empty value stands before another', (text, expected) => {
  expect(fill(text, 'maria')).toBe(expected)
})

test('closes many gaps in time proportional to the text', () => {
  const tookMs = measureProcessor()
  fill('  {{firstName}}  ,'.repeat(30_000), '')
  fill('{{firstName}} '.repeat(30_000), '')
  expect(tookMs()).toBeLessThan(2_000)
})

test('names the variables of a text, and those of automations in one spelling', () => {
  expect(bracedNames('Oi {{nome}}, seu {pedido} e {{ nada }}')).toEqual(['nome', 'pedido'])
  expect(bracedNames('{{data de entrega}} {{nome}}', { spaced: true })).toEqual(['data de entrega', 'nome'])
  expect(bracedNames('nome')).toEqual([])
  expect(['nome', 'name', 'firstName'].map((name) => automationVariables.includes(name as never))).toEqual([
    true,
    false,
    true,
  ])
})
