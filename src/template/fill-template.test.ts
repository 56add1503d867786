import { expect, test } from 'bun:test'
import type { TemplatePart } from '../channel/channel'
import { returnTemplate } from '../testing/campaign/templates'
import {
  cleanValue,
  fileFormatOf,
  fillTemplate,
  hasUnknownVariable,
  isSupported,
  variablesOf,
} from './fill-template.contract'
import { measureProcessor } from '../testing/clock/processor-time'

const body = (text: string, example?: Record<string, unknown>): TemplatePart[] => [
  { type: 'BODY', text, ...(example ? { example } : {}) },
]

test('fills header, body and the suffix of a button, for the conversation and for the provider', () => {
  const values = { 'header:1': '77', 'body:1': 'Dona', 'body:2': 'amanhã', 'button:1': '77?a=b' }
  expect(fillTemplate(returnTemplate, values)).toEqual({
    text: '*Pedido 77*\n\nOlá Dona, o pedido chega amanhã.\n\nCasa Aurora',
    buttons: ['Obrigado', 'Acompanhar'],
    components: [
      { type: 'header', parameters: [{ type: 'text', text: '77' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Dona' },
          { type: 'text', text: 'amanhã' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '77?a=b' }] },
    ],
    errors: {},
  })
})

test('names variables with the provider’s examples, each once, numbers in their order', () => {
  expect(variablesOf(returnTemplate).map(({ key, example }) => [key, example])).toEqual([
    ['header:1', '77'],
    ['body:1', 'Maria'],
    ['body:2', 'amanhã'],
    ['button:1', 'https://loja.example/p/77'],
  ])
  const mixed = body('{{10}} {{2}} {{1}} {{2}}', { body_text: [['a', 'b', 'c']] })
  expect(variablesOf(mixed).map(({ name, example }) => [name, example])).toEqual([
    ['1', 'a'],
    ['2', 'b'],
    ['10', 'c'],
  ])
  const named = body('{{ cidade }} e {{name}}', {
    body_text_named_params: [
      { param_name: 'name', example: 'Ana' },
      { param_name: 'cidade', example: 'Recife' },
    ],
  })
  expect(variablesOf(named).map(({ key, example }) => [key, example])).toEqual([
    ['body:cidade', 'Recife'],
    ['body:name', 'Ana'],
  ])
  expect(fillTemplate(named, { 'body:cidade': 'Natal', 'body:name': 'Rui' })).toMatchObject({
    text: 'Natal e Rui',
    components: [
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Natal', parameter_name: 'cidade' },
          { type: 'text', text: 'Rui', parameter_name: 'name' },
        ],
      },
    ],
  })
})

test('inserts values as they are, in one pass, on one line', () => {
  const filled = fillTemplate(body('{{1}}|{{2}}'), { 'body:1': '{{2}} $& $1', 'body:2': ' a\n\tb     c\u0000 ' })
  expect(filled.text).toBe('{{2}} $& $1|a b c')
  expect(filled.errors).toEqual({})
  expect(cleanValue('\r\n\t ')).toBe('')
})

test('names the variables that have no value, or one that is too long', () => {
  expect(fillTemplate(returnTemplate, { 'header:1': 'x'.repeat(61), 'body:1': ' \n', 'body:2': 'ok' }).errors).toEqual({
    'header:1': 'tooLong',
    'body:1': 'required',
    'button:1': 'required',
  })
  // The filled text has a limit, too; the longest value is the one to shorten.
  const both = { 'body:1': 'a'.repeat(500), 'body:2': 'b'.repeat(600) }
  expect(fillTemplate(body('{{1}} {{2}}'), both).errors).toEqual({ 'body:2': 'tooLong' })
  const headed = [{ type: 'HEADER', text: '{{1}}' }, ...body('.'.repeat(1020) + '{{1}}')]
  expect(fillTemplate(headed, { 'header:1': 'a'.repeat(9), 'body:1': 'b'.repeat(5) }).errors).toEqual({
    'body:1': 'tooLong',
  })
})

test('fills fifty variables and long repetitive texts in a moment', () => {
  const names = Array.from({ length: 50 }, (_, index) => index + 1)
  const text = names.map((name) => `{{${name}}}`).join(' ')
  const values = Object.fromEntries(names.map((name) => [`body:${name}`, `v${name}`]))
  expect(fillTemplate(body(text), values).text).toBe(names.map((name) => `v${name}`).join(' '))
  for (const hostile of ['{{'.repeat(60_000), '{{1'.repeat(60_000), ' \t'.repeat(60_000), '{{ '.repeat(60_000)]) {
    const tookMs = measureProcessor()
    fillTemplate(body(hostile), { 'body:1': hostile })
    expect(tookMs()).toBeLessThan(200)
  }
})

test('knows which file a header needs and which templates cannot be sent', () => {
  const headed = (format: string): TemplatePart[] => [{ type: 'HEADER', format }, ...body('x')]
  expect(['IMAGE', 'VIDEO', 'DOCUMENT', 'TEXT'].map((format) => fileFormatOf(headed(format)))).toEqual([
    'image',
    'video',
    'document',
    undefined,
  ])
  expect(['IMAGE', 'TEXT', 'LOCATION'].map((format) => isSupported(headed(format)))).toEqual([true, true, false])
  const withButton = (type: string) => [...body('x'), { type: 'BUTTONS', buttons: [{ type, text: 'b' }] }]
  expect(['URL', 'COPY_CODE', 'OTP', 'FLOW'].map((type) => isSupported(withButton(type)))).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect(isSupported([...body('x'), { type: 'CAROUSEL' }])).toBe(false)
  expect(isSupported([])).toBe(false)
})

test('fills the code of a coupon button', () => {
  const parts = [...body('x'), { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copiar', example: 'ABC' }] }]
  expect(variablesOf(parts)).toMatchObject([{ key: 'button:0', part: 'button', example: 'ABC', max: 15 }])
  expect(fillTemplate(parts, { 'button:0': 'VOLTA10' }).components).toEqual([
    {
      type: 'button',
      sub_type: 'copy_code',
      index: '0',
      parameters: [{ type: 'coupon_code', coupon_code: 'VOLTA10' }],
    },
  ])
})

test('fills texts and values up to their limits', () => {
  const filled = (text: string, value: string) => fillTemplate(body(text), { 'body:1': value }).errors
  expect(filled('{{1}}', 'a'.repeat(1024))).toEqual({})
  expect(filled('{{1}}', 'a'.repeat(1025))).toEqual({ 'body:1': 'tooLong' })
  expect(filled('.{{1}}', 'a'.repeat(1024))).toEqual({ 'body:1': 'tooLong' })
  const headed = (format?: string) => [{ type: 'HEADER', text: 'Oi {{1}}', ...(format && { format }) }, ...body('x')]
  expect([headed(), headed('TEXT'), headed('IMAGE')].map((parts) => variablesOf(parts).length)).toEqual([1, 1, 0])
  const form = (flow_id?: unknown) => {
    const buttons = [
      { type: 'QUICK_REPLY', text: 'Não' },
      { type: 'FLOW', text: 'Abrir', ...(flow_id ? { flow_id } : {}) },
    ]
    return fillTemplate([...body('x'), { type: 'BUTTONS', buttons }] as TemplatePart[], {}).components
  }
  const opened = (flow_token: string) => [
    { type: 'button', index: '1', sub_type: 'flow', parameters: [{ type: 'action', action: { flow_token } }] },
  ]
  expect([form(77), form('ab'), form()]).toEqual([opened('77'), opened('ab'), opened('unused')] as never)
})

test('tells a variable that was left in braces', () => {
  expect(hasUnknownVariable('Oi {{ nome }}', 'Oi {{ nome }}')).toBe(true)
  expect(hasUnknownVariable('Oi {{nome}} {{x}}', 'Oi Ana {{x}}')).toBe(true)
  expect(hasUnknownVariable('Oi {{nome}}', 'Oi Ana')).toBe(false)
})
