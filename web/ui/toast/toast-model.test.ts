import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { cardsOf, createToasts } from './toast-model'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('shows a toast for two seconds, longer with an action and while it is read', () => {
  const toasts = createToasts()
  const shown = () => toasts.list.value.map(({ text }) => text)
  toasts.error('Sem permissão')
  toasts.info('Excluído', { action: { label: 'Desfazer', onAction: () => {} } })
  jest.advanceTimersByTime(1999)
  expect(shown()).toEqual(['Sem permissão', 'Excluído'])
  jest.advanceTimersByTime(1)
  expect(shown()).toEqual(['Excluído'])
  toasts.hold()
  jest.advanceTimersByTime(60_000)
  expect(shown()).toEqual(['Excluído'])
  toasts.release()
  jest.advanceTimersByTime(6000)
  expect(shown()).toEqual([])
})

test('ends a toast whose action expires, even while it is read', () => {
  const toasts = createToasts()
  const action = { label: 'Desfazer', onAction: () => {} }
  toasts.success('Resolvido', { action, durationMs: 5000, expires: true })
  jest.advanceTimersByTime(3000)
  toasts.hold()
  toasts.release()
  jest.advanceTimersByTime(1999)
  expect(toasts.list.value).toHaveLength(1)
  jest.advanceTimersByTime(1)
  expect(toasts.list.value).toHaveLength(0)
})

test('shows a toast for as long as the screen says', () => {
  const toasts = createToasts(() => 3000)
  toasts.success('Configurações salvas')
  jest.advanceTimersByTime(2999)
  expect(toasts.list.value).toHaveLength(1)
  jest.advanceTimersByTime(1)
  expect(toasts.list.value).toEqual([])
})

const action = (onAction = () => {}) => ({ action: { label: 'Desfazer', onAction } })
const cards = (toasts: ReturnType<typeof createToasts>) =>
  cardsOf(toasts.list.value).map(({ toast, count }) => [toast.text, count])

test('counts a repeated toast and shows it again for the whole time', () => {
  const toasts = createToasts()
  toasts.error('Sem conexão')
  jest.advanceTimersByTime(1500)
  toasts.error('Sem conexão')
  jest.advanceTimersByTime(1500)
  expect(cards(toasts)).toEqual([['Sem conexão', 2]])
  jest.advanceTimersByTime(500)
  expect(cards(toasts)).toEqual([])
  toasts.error('Sem conexão')
  expect(cards(toasts)).toEqual([['Sem conexão', 1]])
})

test('replaces what was said before in the same kind', () => {
  const toasts = createToasts()
  toasts.info('Outra pessoa alterou as opções')
  for (const text of ['Salvo', 'Excluído', 'Enviado']) toasts.success(text)
  toasts.error('Sem conexão')
  expect(cards(toasts).map(([text]) => text)).toEqual(['Outra pessoa alterou as opções', 'Enviado', 'Sem conexão'])
})

test('keeps every action of toasts that share a card, the newest first', () => {
  const toasts = createToasts()
  const undone: number[] = []
  for (const id of [1, 2, 3, 4, 5, 6])
    toasts.success(
      `Resolvido: ${id}`,
      action(() => undone.push(id)),
    )
  toasts.error('Falhou', { action: { label: 'Repetir', onAction: () => {} } })
  toasts.info('Nova mensagem')
  for (let left = 6; left > 0; left--) {
    const [card, ...others] = cardsOf(toasts.list.value)
    expect([card?.toast.text, card?.count]).toEqual([`Resolvido: ${left}`, left])
    expect(others.map(({ toast }) => toast.text)).toEqual(['Falhou', 'Nova mensagem'])
    toasts.dismiss(card?.toast.id ?? 0)
    card?.toast.action?.onAction()
  }
  expect(undone).toEqual([6, 5, 4, 3, 2, 1])
})
