import { expect, test } from 'bun:test'
import { createComposer } from './composer-model'
import { createKeptParts } from './kept-parts'
import { createDraftStorage } from '../../message/composer/draft-storage'
import { anyMessage } from '../../message/testing/any-message'
import { stub } from '../../../src/testing/stub'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage
}

const person = { id: 2, companyId: 1 }
/** The state after hydration. */
function open(storage = memory(), ticketId = 1, kept = createKeptParts()) {
  const composer = createComposer(ticketId, createDraftStorage(person, storage), kept.of(ticketId))
  composer.start()
  return composer
}
const file = (name: string) => new File(['x'], name, { type: 'application/pdf' })

test('keeps a draft per ticket and user', () => {
  const storage = memory()
  const composer = open(storage)
  const stop = composer.start()
  composer.text.value = 'quase pronto'
  stop()
  const again = (ticketId: number, id = person.id) => {
    const opened = createComposer(ticketId, createDraftStorage({ id, companyId: 1 }, storage), createKeptParts().of(1))
    expect(opened.text.value).toBe('')
    opened.start()()
    return opened.text.value
  }
  expect(again(1)).toBe('quase pronto')
  expect(again(2)).toBe('')
  expect(again(1, 3)).toBe('')
})

test('deletes the draft when it is sent', () => {
  const storage = memory()
  const composer = open(storage)
  composer.text.value = '  Oi  '
  expect(composer.take(true)).toEqual([{ body: 'Oi', isPrivate: false, sign: true, quoted: null }])
  expect(composer.text.value).toBe('')
  expect(open(storage).text.value).toBe('')
})

test('does not send white space', () => {
  const composer = open()
  composer.text.value = ' \n '
  expect(composer.take(false)).toEqual([])
})

test('uses the text as the first file’s caption, unless that has its own', () => {
  const composer = open()
  composer.addFiles([file('a.pdf'), file('b.pdf')])
  composer.text.value = 'Seguem'
  const bodies = composer.take(false).map(({ body, file: sent }) => [sent?.name, body])
  expect(bodies).toEqual([
    ['a.pdf', 'Seguem'],
    ['b.pdf', ''],
  ])

  composer.addFiles([file('a.pdf')])
  const [first] = composer.attachments.value
  if (first) first.caption.value = 'A nota'
  composer.text.value = 'Seguem'
  expect(composer.take(false).map(({ body, file: sent }) => [sent?.name, body])).toEqual([
    ['a.pdf', 'A nota'],
    [undefined, 'Seguem'],
  ])
})

test('attaches the reply to the first message sent', () => {
  const composer = open()
  composer.reply(anyMessage({ id: 5 }))
  composer.addFiles([file('a.pdf'), file('b.pdf')])
  expect(composer.take(false).map(({ quoted }) => quoted?.id)).toEqual([5, undefined])
  expect(composer.replyTo.value).toBeUndefined()
})

test('keeps files with their captions and the reply per ticket while the conversation is left, until they are sent', () => {
  const kept = createKeptParts()
  const composer = open(memory(), 1, kept)
  composer.reply(anyMessage({ id: 5 }))
  composer.addFiles([file('a.pdf'), file('b.pdf')])
  const [first] = composer.attachments.value
  if (first) first.caption.value = 'A nota'
  kept.forgetEmpty()
  expect(open(memory(), 2, kept).attachments.value).toEqual([])
  expect([...kept.fileCounts.value]).toEqual([[1, 2]])

  const again = open(memory(), 1, kept)
  expect(again.take(false).map(({ body, file: sent, quoted }) => [sent?.name, body, quoted?.id])).toEqual([
    ['a.pdf', 'A nota', 5],
    ['b.pdf', '', undefined],
  ])
  expect(kept.fileCounts.value.size).toBe(0)
  expect(open(memory(), 1, kept).replyTo.value).toBeUndefined()
})

test('removes the files of the ticket that got them first when too many tickets have some', () => {
  const kept = createKeptParts()
  const add = (ticketId: number) => open(memory(), ticketId, kept).addFiles([file('a.pdf')])
  for (let ticketId = 1; ticketId <= 50; ticketId++) add(ticketId)
  add(1)
  add(51)
  expect(kept.of(1).attachments.value).toHaveLength(2)
  expect(kept.of(2).attachments.value).toEqual([])
  expect(kept.fileCounts.value.size).toBe(50)
})

test('restores the draft after an edit', () => {
  const composer = open()
  composer.text.value = 'rascunho'
  composer.edit(anyMessage({ id: 5, body: 'antiga' }))
  expect(composer.text.value).toBe('antiga')
  composer.cancel()
  expect(composer.text.value).toBe('rascunho')
  expect(composer.editing.value).toBeUndefined()
})

test('keeps the colleagues chosen for mentions with the draft, also during an edit', () => {
  const storage = memory()
  const composer = createComposer(1, createDraftStorage(person, storage), createKeptParts().of(1))
  const stop = composer.start()
  composer.isPrivate.value = true
  composer.pick(3)
  composer.text.value = '@Carla Dias '
  composer.edit(anyMessage({ id: 5, body: 'antiga' }))
  composer.pick(4)
  stop()
  const again = open(storage)
  expect(again.take(false)).toMatchObject([{ body: '@Carla Dias', mentions: [3] }])
  composer.cancel()
  expect(composer.picked).toEqual([3])
})

test('works without a draft when the storage fails', () => {
  const storage = stub<Storage>({
    getItem: () => '{',
    setItem: () => {
      throw new Error('full')
    },
  })
  const composer = open(storage)
  composer.text.value = 'Oi'
  expect(composer.take(false)).toHaveLength(1)
})
