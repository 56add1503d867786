import { expect, test } from 'bun:test'
import { ApiError } from '../api/api-error'
import { anyContact, createFakeLive, createHeldApi } from '../message/testing/fake-conversation'
import { createContactDrawer } from './contact-drawer-model'

const maria = anyContact()
const written = { user: null, ticketId: 1, contactId: 7, createdAt: '2026-05-04T12:00:00.000Z' }
const note = (id: number) => ({ id, note: `Nota ${id}`, ...written })

/** Answers both requests of a load. */
async function answerLoad(take: ReturnType<typeof createHeldApi>['take'], contact: object, notes: object[]) {
  await take('GET').answer(contact)
  await take('GET').answer(notes)
}

function underTest() {
  const { api, take } = createHeldApi()
  const { live, say } = createFakeLive()
  const drawer = createContactDrawer(api, 7, 1)
  drawer.follow(live)
  const hears = (part: Partial<typeof maria>) => say('contact', { action: 'update', contact: anyContact(part) })
  return { drawer, take, say, hears }
}

async function loaded() {
  const opened = underTest()
  const loading = opened.drawer.load()
  await answerLoad(opened.take, maria, [note(1)])
  await loading
  return opened
}

test('a live event during the first request is not overwritten by its response', async () => {
  const { drawer, take, say, hears } = underTest()
  const loading = drawer.load()
  hears({ name: 'Maria Souza' })
  say('ticketNote', { action: 'create', note: note(2) })
  say('ticketNote', { action: 'delete', noteId: 1 })
  await answerLoad(take, maria, [note(1)])
  await loading
  expect(drawer.contact.value).toMatchObject({ name: 'Maria Souza', active: true })
  expect(drawer.notes.value?.map(({ id }) => id)).toEqual([2])
})

test('a later load does not revert a colleague’s change', async () => {
  const { drawer, take, say, hears } = await loaded()
  const loading = drawer.load()
  hears({ name: 'Maria Souza' })
  say('ticketNote', { action: 'create', note: note(3) })
  await answerLoad(take, maria, [note(1)])
  await loading
  expect(drawer.contact.value?.name).toBe('Maria Souza')
  expect(drawer.notes.value?.map(({ id }) => id)).toEqual([3, 1])
})

test('the response to a save does not overwrite newer events', async () => {
  const { drawer, take, hears } = await loaded()
  const saving = drawer.save({ name: 'Maria S.' })
  hears({ name: 'Maria Souza' })
  await take('PUT').answer({ ...maria, name: 'Maria S.' })
  await saving
  expect(drawer.contact.value?.name).toBe('Maria Souza')
})

test('the response to an earlier switch does not revert a later one', async () => {
  const { drawer, take } = await loaded()
  const first = drawer.toggle('disableBot', true)
  const earlier = take('PUT')
  const second = drawer.toggle('disableBot', false)
  const later = take('PUT')
  await earlier.answer({ ...maria, disableBot: true })
  expect(drawer.contact.value?.disableBot).toBe(false)
  await later.answer({ ...maria, disableBot: false })
  await Promise.all([first, second])
  expect(drawer.contact.value?.disableBot).toBe(false)
})

test('reverts a refused change only', async () => {
  const { drawer, take, hears } = await loaded()
  const saving = drawer.setActive(false)
  hears({ name: 'Maria Souza' })
  await take('PUT').refuse(new ApiError(403, 'ERR_NO_PERMISSION', ''))
  await expect(saving).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  expect(drawer.contact.value).toMatchObject({ active: true, name: 'Maria Souza' })
})
