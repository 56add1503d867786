import { expect, test } from 'bun:test'
import { readTasks, writeTasks } from './todo-page'

function createStorage(tasks?: string) {
  const values = new Map(tasks === undefined ? [] : [['tasks', tasks]])
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

test('reads tasks of similar systems, with or without times', () => {
  const stored = [{ text: 'Ligar', createdAt: '2026-03-10T12:00:00.000Z', updatedAt: 'ontem' }, { text: 'Pagar' }]
  expect(readTasks(createStorage(JSON.stringify(stored)))).toEqual([
    { text: 'Ligar', createdAt: '2026-03-10T12:00:00.000Z', updatedAt: '2026-03-10T12:00:00.000Z' },
    { text: 'Pagar', createdAt: '', updatedAt: '' },
  ])
})

test.each(['{"__proto__":{"x":1}}', '[1]', '[{"text":1}]', 'null', '[', '"x"'])('%s is kept aside', (stored) => {
  const storage = createStorage(stored)
  expect(readTasks(storage)).toEqual([])
  expect(storage.values.get('tasks.bak')).toBe(stored)
})

test('truncates more and longer tasks than fit, and reports a full storage', () => {
  const many = JSON.stringify(Array.from({ length: 501 }, () => ({ text: 'x'.repeat(501) })))
  const tasks = readTasks(createStorage(many))
  expect([tasks.length, tasks[0]?.text.length]).toEqual([500, 500])
  const full = {
    getItem: () => null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(writeTasks(full, tasks)).toBe(false)
})
