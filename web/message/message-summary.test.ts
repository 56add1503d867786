import { expect, test } from 'bun:test'
import { pt as texts } from '../i18n/pt'
import { summaryOf } from './message-summary'

const summary = (part: Partial<Parameters<typeof summaryOf>[0]>) =>
  summaryOf({ body: '', mediaType: null, isDeleted: false, ...part }, texts.message)

test('describes a message without text in one line', () => {
  expect(summary({ body: 'Oi, *tudo bem*?\nSim' })).toBe('Oi, tudo bem? Sim')
  expect(summary({ mediaType: 'sticker' })).toBe('Figurinha')
  expect(summary({})).toBe('Mensagem não suportada')
  expect(summary({ dataJson: { placeholder: 'unknown', awaited: true } })).toBe('Aguardando esta mensagem')
  expect(summary({ isDeleted: true })).toBe('Mensagem apagada')
})
