import { expect, test } from 'bun:test'
import { bruno, createFakeLive, createHeldApi } from '../message/testing/fake-conversation'
import { followSession } from '../session/follow-session'
import { createSession } from '../session/session-model'
import { applyOwnChange } from './save-user'

const record = { ...bruno, email: 'bruno@acme.test', language: 'pt', defaultTheme: 'light' } as const
const user = { ...record, company: { language: 'pt' } } as typeof bruno

function sessionUnderTest() {
  const { api, take } = createHeldApi()
  const { live, say } = createFakeLive()
  const addresses = {
    login: () => '/login',
    loginFor: () => '/login',
    expired: () => '/expired',
    setUp: () => '/set-up',
    home: () => '/',
    requested: () => undefined,
  }
  const tokens = { read: () => null, write: () => {} }
  const session = createSession({ api, user, themeChoice: 'light', tokens, addresses })
  followSession(session, live)
  const save = async (body: { name: string }) => {
    const call = () => api.put('/users/:id', { params: { id: 2 }, body })
    await applyOwnChange({ session }, await session.ask(call), false)
  }
  const shown = () => [session.user.value?.name, session.user.value?.profile]
  return { save, shown, take, say }
}

test('applies a saved change of one’s own profile with the response', async () => {
  const { save, shown, take } = sessionUnderTest()
  void save({ name: 'Bruno Sá' })
  await take('PUT').answer({ ...record, name: 'Bruno Sá' })
  expect(shown()).toEqual(['Bruno Sá', 'user'])
})

test('the response to an own change does not overwrite an admin’s later change', async () => {
  const { save, shown, take, say } = sessionUnderTest()
  void save({ name: 'Bruno Sá' })
  say('user', { action: 'update', user: { ...record, name: 'Bruno Sá' } })
  say('user', { action: 'update', user: { ...record, name: 'Bruno Sá', profile: 'admin' } })
  await take('PUT').answer({ ...record, name: 'Bruno Sá' })
  expect(shown()).toEqual(['Bruno Sá', 'admin'])
})

test('of two own changes the later wins, in whatever order the responses arrive', async () => {
  const { save, shown, take } = sessionUnderTest()
  void save({ name: 'Bruno A' })
  void save({ name: 'Bruno B' })
  const first = take('PUT')
  await take('PUT').answer({ ...record, name: 'Bruno B' })
  await first.answer({ ...record, name: 'Bruno A' })
  expect(shown()).toEqual(['Bruno B', 'user'])
})
