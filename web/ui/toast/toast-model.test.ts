import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { createToasts } from './toast-model'

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

test('extends a repeated toast instead of showing it twice', () => {
  const toasts = createToasts()
  toasts.error('Sem conexão')
  jest.advanceTimersByTime(1500)
  toasts.error('Sem conexão')
  jest.advanceTimersByTime(1500)
  expect(toasts.list.value).toHaveLength(1)
  jest.advanceTimersByTime(500)
  expect(toasts.list.value).toHaveLength(0)
})
