import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { composeTemplate, faultsOf } from './compose-template.contract'
import { TemplateBody } from './template.contract'

const bodyOf = (fields: object) =>
  v.parse(TemplateBody, {
    whatsappId: 1,
    name: 'aviso',
    language: 'pt_BR',
    category: 'UTILITY',
    body: 'Olá',
    ...fields,
  })
const button = (type: string, fields: object = {}) => ({ type, text: 'Ver', ...fields })
const replies = (count: number) => Array.from({ length: count }, () => button('QUICK_REPLY'))
const url = button('URL', { value: 'https://a.b' })
const call = button('PHONE_NUMBER', { value: '+55 (11) 4002-8922' })
const coupon = { type: 'COPY_CODE', example: 'VERAO' }

test.each([
  [{}, {}],
  [{ body: '' }, { body: 'required' }],
  [{ body: '{{1}} {{2}}', examples: { 'body:1': 'a', 'body:2': 'b' } }, {}],
  [{ body: '{{1}}', examples: { 'body:1': ' ' } }, { 'examples.body:1': 'required' }],
  [{ body: '{{1}}' }, { 'examples.body:1': 'required' }],
  [{ header: '{{1}}', examples: { 'header:1': 'x'.repeat(60) } }, {}],
  [{ header: '{{1}}', examples: { 'header:1': 'x'.repeat(61) } }, { 'examples.header:1': 'tooLong' }],
  [{ body: '{{2}}', examples: { 'body:2': 'b' } }, { body: 'templateOrder' }],
  [{ header: '{{2}}', examples: { 'header:2': 'b' } }, { header: 'templateOrder' }],
  [{ body: '{{1}} {{nome}}', examples: { 'body:1': 'a', 'body:nome': 'b' } }, { body: 'templateOrder' }],
  [
    { header: '{{1}}', body: '{{a}} {{b}}', examples: { 'header:1': '1', 'body:a': 'a', 'body:b': 'b' } },
    { body: 'templateOrder' },
  ],
  [{ body: '{{a}} {{b}}', examples: { 'body:a': 'a', 'body:b': 'b' } }, {}],
  [{ headerFormat: 'IMAGE', headerHandle: 'h' }, {}],
  [{ headerFormat: 'IMAGE' }, { headerHandle: 'required' }],
  [{ headerFormat: 'IMAGE', headerHandle: 'h', header: 'x' }, { header: 'templateFileOnly' }],
  [{ buttons: [...replies(7), url, call, coupon] }, {}],
  [{ buttons: [url, url] }, {}],
  [{ buttons: [url, url, url] }, { 'buttons.2.type': 'templateButtons' }],
  [{ buttons: [call, call] }, { 'buttons.1.type': 'templateButtons' }],
  [{ buttons: [button('QUICK_REPLY'), url, button('QUICK_REPLY')] }, { 'buttons.2.type': 'templateReplies' }],
  [{ buttons: [url, ...replies(2)] }, {}],
  [{ buttons: [{ ...url, text: '' }] }, { 'buttons.0.text': 'required' }],
  [{ buttons: [{ ...coupon, text: 'Copiar' }] }, { 'buttons.0.text': 'templateCoupon' }],
  [{ buttons: [{ type: 'COPY_CODE' }] }, { 'buttons.0.example': 'required' }],
  [{ buttons: [{ ...coupon, example: 'x'.repeat(15) }] }, {}],
  [{ buttons: [{ ...coupon, example: 'x'.repeat(16) }] }, { 'buttons.0.example': 'tooLong' }],
  [{ buttons: [{ ...coupon, value: 'x' }] }, { 'buttons.0.value': 'invalid' }],
  [{ buttons: [{ ...url, example: 'x' }] }, { 'buttons.0.example': 'invalid' }],
  [{ buttons: [{ ...url, value: 'https://a.b/{{1}}', example: 'x' }] }, {}],
  [{ buttons: [{ ...url, value: 'https://a.b/{{1}}' }] }, { 'buttons.0.example': 'required' }],
  [{ buttons: [{ ...url, value: '' }] }, { 'buttons.0.value': 'required' }],
  [{ buttons: [{ ...url, value: 'ftp://a.b' }] }, { 'buttons.0.value': 'url' }],
  [{ buttons: [{ ...call, value: '' }] }, { 'buttons.0.value': 'required' }],
  [{ buttons: [{ ...call, value: '1234567' }] }, { 'buttons.0.value': 'phoneLength' }],
  [{ buttons: [button('QUICK_REPLY', { value: 'x' })] }, { 'buttons.0.value': 'invalid' }],
  [{ category: 'AUTHENTICATION', body: '' }, {}],
  [
    { category: 'AUTHENTICATION', header: 'x', footer: 'x', buttons: [url] },
    { header: 'templateCode', body: 'templateCode', footer: 'templateCode', buttons: 'templateCode' },
  ],
  [{ category: 'AUTHENTICATION', body: '', headerFormat: 'IMAGE' }, { header: 'templateCode' }],
])('the template %j has the faults %j', (fields, faults) => {
  expect(faultsOf(bodyOf(fields))).toEqual(faults as Record<string, string>)
})

test.each([
  [{}, [{ type: 'BODY', text: 'Olá' }]],
  [
    { header: 'Aviso', footer: 'Loja', buttons: [url, coupon, call, button('QUICK_REPLY')] },
    [
      { type: 'HEADER', format: 'TEXT', text: 'Aviso' },
      { type: 'BODY', text: 'Olá' },
      { type: 'FOOTER', text: 'Loja' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Ver', url: 'https://a.b' },
          { type: 'COPY_CODE' },
          { type: 'PHONE_NUMBER', text: 'Ver', phone_number: '+551140028922' },
          { type: 'QUICK_REPLY', text: 'Ver' },
        ],
      },
    ],
  ],
  [
    { headerFormat: 'VIDEO', header: 'x' },
    [
      { type: 'HEADER', format: 'VIDEO' },
      { type: 'BODY', text: 'Olá' },
    ],
  ],
  [
    { category: 'AUTHENTICATION', securityAdvice: false },
    [
      { type: 'BODY', add_security_recommendation: false },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
    ],
  ],
])('composes %j', (fields, parts) => {
  expect(composeTemplate(bodyOf(fields))).toEqual(parts)
})
