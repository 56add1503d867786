import { expect, test } from 'bun:test'
import { buildSections } from './message-list'
import { anyMessage } from '../../message/testing/any-message'

const at = (time: string, day = '2026-05-04') => `${day}T${time}:00.000Z`
const options = {
  dayOf: (moment: string) => moment.slice(0, 10),
  ticketId: 1,
  firstUnreadId: undefined,
  unreadCount: 0,
}

function outline(
  messages: Parameters<typeof buildSections>[0],
  changed: Partial<typeof options> | { firstUnreadId: number; unreadCount: number } = {},
) {
  return buildSections(messages, { ...options, ...changed }).map(({ key, blocks }) => [
    key,
    blocks.flatMap(({ rows }) =>
      rows.map((row) =>
        row.kind === 'message' ? `${row.key}${row.first ? ' first' : ''}${row.last ? ' last' : ''}` : row.kind,
      ),
    ),
  ])
}

test('groups messages of one author within five minutes', () => {
  const list = [
    anyMessage({ id: 1, createdAt: at('10:00') }),
    anyMessage({ id: 2, createdAt: at('10:02') }),
    anyMessage({ id: 3, createdAt: at('10:03'), fromMe: true }),
    anyMessage({ id: 4, createdAt: at('10:20'), fromMe: true }),
  ]
  expect(outline(list)).toEqual([['2026-05-04', ['1 first', '2 last', '3 first last', '4 first last']]])
})

test('continues a group across blocks but not across days', () => {
  const list = [
    anyMessage({ id: 1, createdAt: at('11:59') }),
    anyMessage({ id: 2, createdAt: at('12:01') }),
    anyMessage({ id: 3, createdAt: at('23:59') }),
    anyMessage({ id: 4, createdAt: at('00:01', '2026-05-05') }),
  ]
  expect(outline(list)).toEqual([
    ['2026-05-04', ['1 first', '2 last', '3 first last']],
    ['2026-05-05', ['4 first last']],
  ])
})

test('never groups a private note with visible messages', () => {
  const list = [
    anyMessage({ id: 1, fromMe: true, createdAt: at('10:00') }),
    anyMessage({ id: 2, fromMe: true, isPrivate: true, createdAt: at('10:01') }),
  ]
  expect(outline(list)).toEqual([['2026-05-04', ['1 first last', '2 first last']]])
})

test('names another ticket of the contact before its messages', () => {
  const list = [
    anyMessage({ id: 1, ticketId: 9, createdAt: at('10:00') }),
    anyMessage({ id: 2, ticketId: 1, createdAt: at('10:01') }),
  ]
  expect(outline(list)).toEqual([['2026-05-04', ['ticket', '1 first last', 'ticket', '2 first last']]])
})

test('separates the unread messages', () => {
  const list = [anyMessage({ id: 1, createdAt: at('10:00') }), anyMessage({ id: 2, createdAt: at('10:01') })]
  expect(outline(list, { firstUnreadId: 2, unreadCount: 1 })).toEqual([
    ['2026-05-04', ['1 first last', 'unread', '2 first last']],
  ])
})

test('changes nothing below when a page is added above', () => {
  const newer = [anyMessage({ id: 5, createdAt: at('10:00') }), anyMessage({ id: 6, createdAt: at('11:30') })]
  const older = Array.from({ length: 4 }, (_, index) => anyMessage({ id: index + 1, createdAt: at(`0${index}:10`) }))
  const keys = (list: typeof newer) =>
    buildSections(list, options).flatMap(({ blocks }) => blocks.map(({ key }) => key))
  expect(keys([...older, ...newer]).slice(-keys(newer).length)).toEqual(keys(newer))
})
