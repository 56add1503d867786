import { expect } from 'bun:test'
import type { Caller } from '../world/world'

export async function createTag(caller: Caller, name: string) {
  const { status } = await caller.post('/tags', { name, color: '#336699', kanban: 0 })
  expect(status).toBe(200)
}
