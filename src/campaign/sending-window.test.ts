import { expect, test } from 'bun:test'
import { nextClosing, nextOpening, type SendingWindow } from './sending-window'

const zone = 'America/Sao_Paulo'
const office: SendingWindow = { startHour: '09:00', endHour: '18:00', sabado: false, domingo: false }
/** São Paulo is three hours behind. */
const local = (text: string) => new Date(`${text}-03:00`)
const opens = (window: SendingWindow, at: string) => nextOpening(window, local(at), zone)
const closes = (window: SendingWindow, at: string) => nextClosing(window, local(at), zone)

test('waits for the next opening, over the weekend unless it is a working day', () => {
  expect(opens(office, '2026-11-27T17:59:59')).toEqual(local('2026-11-27T17:59:59'))
  expect(opens(office, '2026-11-27T18:00')).toEqual(local('2026-11-30T09:00'))
  expect(opens({ ...office, sabado: true }, '2026-11-27T18:00')).toEqual(local('2026-11-28T09:00'))
  expect(opens({ ...office, domingo: true }, '2026-11-27T18:00')).toEqual(local('2026-11-29T09:00'))
  expect(opens(office, '2026-11-26T03:00')).toEqual(local('2026-11-26T09:00'))
})

test('crosses midnight, and knows whole days', () => {
  const night = { ...office, startHour: '20:00', endHour: '02:00' }
  expect(opens(night, '2026-11-25T01:59')).toEqual(local('2026-11-25T01:59'))
  expect(opens(night, '2026-11-25T02:00')).toEqual(local('2026-11-25T20:00'))
  // Saturday begins at midnight.
  expect(closes(night, '2026-11-27T21:00')).toEqual(local('2026-11-28T00:00'))
  const always = { ...office, startHour: '00:00', endHour: '00:00' }
  expect(closes(always, '2026-11-24T12:00')).toEqual(local('2026-11-28T00:00'))
  expect(opens(always, '2026-11-28T12:00')).toEqual(local('2026-11-30T00:00'))
  expect(closes({ ...always, sabado: true, domingo: true }, '2026-11-24T12:00')).toBeUndefined()
})
