import { expect, test } from 'bun:test'
import type { MessageTrace, TraceStep } from '../../../src/message/trace/message-trace.contract'
import { createFormat } from '../../i18n/format'
import { pt } from '../../i18n/pt'
import { messageTrace as t } from '../../i18n/pt/message-trace'
import { traceLines } from './trace-lines'

const format = createFormat('pt', 'America/Sao_Paulo', pt.ui)
const writer = { t, format, sendErrorText: (said: string) => `Motivo ${said.slice(0, 6)}` }
const time = (seconds: number) => new Date(Date.UTC(2026, 10, 23, 12) + seconds * 1000).toISOString()
const step = (kind: TraceStep['kind'], seconds: number, data: TraceStep['data'] = {}, more = {}): TraceStep => ({
  kind,
  at: time(seconds),
  lastAt: time(seconds),
  times: 1,
  user: null,
  data,
  ...more,
})
const trace = (steps: TraceStep[], more: Partial<MessageTrace> = {}): MessageTrace => ({
  id: 1,
  createdAt: time(0),
  fromMe: true,
  isPrivate: false,
  isForwarded: false,
  isDeleted: false,
  isFromPhone: false,
  user: null,
  contactName: null,
  connection: { id: 1, name: 'Loja' },
  channel: 'whatsapp',
  providerId: 'wamid.1',
  sendAfter: null,
  charge: null,
  isComplete: true,
  steps,
  ...more,
})
const told = (given: MessageTrace) =>
  traceLines(given, writer).map(({ title, details, said, at }) => [
    title,
    details.filter(Boolean).join(' · '),
    ...(said ? [said] : []),
    at?.slice(11, 19) ?? '',
  ])

test('tells the cause, every attempt and the statuses at the provider’s times, in order', () => {
  const cause = { kind: 'flow' as const, id: 3, name: 'Boas-vindas', part: 'menu' }
  const steps = [
    step('written', 0, { cause }),
    step('attempt', 1, { outcome: 'offline' }, { times: 4, lastAt: time(60) }),
    step('attempt', 61, { outcome: 'refused', error: '131026 Message undeliverable', ms: 900 }),
    step('resend', 70, {}, { user: { id: 2, name: 'Ana' } }),
    step('attempt', 71, { outcome: 'accepted', ms: 1_540 }),
    step('status', 120, { ack: 3, providerAt: Date.parse(time(80)) }),
    step('status', 121, { ack: 2, providerAt: Date.parse(time(75)) }),
  ]
  expect(told(trace(steps, { charge: { category: 'utility', isBillable: true } }))).toEqual([
    ['Escrita', 'pelo fluxo “Boas-vindas”, bloco Menu · pela conexão Loja', '12:00:00'],
    ['Tentativa 1', 'A conexão estava desconectada · 4 vezes, até 23/11/2026 09:01:00', '12:00:01'],
    [
      'Tentativa 2',
      'Recusada pelo provedor · Motivo 131026 · resposta em 900 ms',
      '131026 Message undeliverable',
      '12:01:01',
    ],
    ['Enviada de novo', 'por Ana', '12:01:10'],
    ['Tentativa 3', 'Aceita pelo provedor · resposta em 1,5 s', '12:01:11'],
    ['Entregue', 'soubemos às 09:02:01', '12:01:15'],
    ['Lida', 'soubemos às 09:02:00', '12:01:20'],
    ['Preço', 'Mensagem de utilidade, cobrada pela Meta', ''],
  ])
})

test('tells of a received message when it came, how long it waited and which bot took it', () => {
  const steps = [
    step('received', 40, { filedAt: Date.parse(time(2)) }),
    step('bot', 40, { bot: 'prompt', name: 'Lia', continues: true }),
    step('botDropped', 45, { bot: 'prompt', reason: 'failed' }),
    step('edited', 50, { by: 'contact' }),
    step('deleted', 51, { by: 'contact' }),
  ]
  expect(told(trace(steps, { fromMe: false, contactName: 'Dona Maria', isForwarded: true }))).toEqual([
    ['Enviada pelo contato', 'Dona Maria · pela conexão Loja · Encaminhada pelo contato', '12:00:00'],
    ['Recebida', '', '12:00:02'],
    ['Registrada no atendimento', 'esperou 38,0 s', '12:00:40'],
    ['Tratada pelo robô: prompt de IA “Lia”', 'O contato já conversava com ele', '12:00:40'],
    ['O robô não conseguiu responder', 'prompt de IA', '12:00:45'],
    ['Editada', 'pelo contato', '12:00:50'],
    ['Apagada', 'pelo contato', '12:00:51'],
  ])
  expect(told(trace([], { isPrivate: true, user: { id: 1, name: 'Ana' } }))).toEqual([
    ['Nota interna escrita', 'por Ana', '12:00:00'],
  ])
  expect(told(trace([], { isFromPhone: true }))[0]?.[0]).toBe('Enviada pelo celular ou por outro programa da conta')
})
