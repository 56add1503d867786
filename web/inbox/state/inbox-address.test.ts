import { expect, test } from 'bun:test'
import { readInboxAddress, writeInboxAddress, type InboxSetting } from './inbox-address'
import { noFilters, noSearch } from '../filter/inbox-query'
import { readPicked, writePicked } from '../filter/queue-choice'
import { ofPerson } from '../../session/remembered-choice'
import { agentOf, ticketOf } from '../../ticket/testing/tickets'

const able = agentOf({ allowGroup: true, allUserChat: 'enabled' })
const plain: InboxSetting = { view: 'tabs', tab: 'open', search: noSearch, showAll: false, sort: undefined }
const read = (text: string, user = able) => readInboxAddress(new URLSearchParams(text), user)

test('gives the default inbox a plain address, also with a pending ticket open on its own tab', () => {
  expect(writeInboxAddress(plain, able).toString()).toBe('')
  expect(writeInboxAddress({ ...plain, tab: 'pending' }, able, ticketOf(1)).toString()).toBe('')
  expect(writeInboxAddress(plain, able, ticketOf(1)).toString()).toBe('tab=open')
})

test('reads what it has written', () => {
  const setting: InboxSetting = {
    view: 'closed',
    tab: 'group',
    showAll: true,
    sort: 'ASC',
    search: {
      text: 'ação & cia',
      inMessages: true,
      filters: { tags: [1, 2], connections: [3], statuses: ['open', 'closed'], users: [4], priorities: ['high'] },
    },
  }
  expect(readInboxAddress(writeInboxAddress(setting, able), able)).toEqual(setting)
})

test('replaces invalid or forbidden values with the defaults', () => {
  expect(read('tab=x&view=y&sort=z&tags=a,-1,1.5&statuses=nps,foo')).toEqual(plain)
  expect(read('tab=group&all=1', agentOf())).toEqual(plain)
  expect(read(`q=${'a'.repeat(500)}`).search).toEqual({ text: 'a'.repeat(200), inMessages: false, filters: noFilters })
})

test('remembers picked queues per user', () => {
  expect(readPicked(able, writePicked(able, [3, 1]))).toEqual([3, 1])
  expect(readPicked({ ...able, id: 9 }, writePicked(able, [3, 1]))).toBeUndefined()
  expect(readPicked(able, writePicked(able, undefined))).toBeUndefined()
})

test('remembers the order per user, below the order in the address', () => {
  const sortOf = (text: string, user = able, address = '') =>
    readInboxAddress(new URLSearchParams(address), user, undefined, text).sort
  expect(sortOf(ofPerson(able, 'ASC'))).toBe('ASC')
  expect(sortOf(ofPerson(able, 'ASC'), able, 'sort=desc')).toBe('DESC')
  expect(sortOf(ofPerson(able, 'WAIT'), able, 'sort=z')).toBe(undefined)
  expect(sortOf(ofPerson(able, 'ASC'), { ...able, id: 9 })).toBe(undefined)
  expect(sortOf('ASC')).toBe(undefined)
})
