import { expect, test } from 'bun:test'
import { nextClosing, nextOpening, type SendingWindow } from './sending-window'

const zone = 'America/Sao_Paulo'
const office: SendingWindow = { startHour: '09:00', endHour: '18:00', sabado: false, domingo: false }
/** São Paulo is three hours behind. */
const local = (text: string) => new Date(`${text}-03:00`)
const opens = (window: SendingWindow, at: string) => nextOpening(window, local(at), zone)
const closes = (window: SendingWindow, at: string) => nextClosing(window, local(at), zone)

test('waits for the next opening, skipping the weekend unless it is a working day', () => {
  expect(opens(office, '2026-11-27T17:59:59')).toEqual(local('2026-11-27T17:59:59'))
  expect(opens(office, '2026-11-27T18:00')).toEqual(local('2026-11-30T09:00'))
  expect(opens({ ...office, sabado: true }, '2026-11-27T18:00')).toEqual(local('2026-11-28T09:00'))
  expect(opens({ ...office, domingo: true }, '2026-11-27T18:00')).toEqual(local('2026-11-29T09:00'))
  expect(opens(office, '2026-11-26T03:00')).toEqual(local('2026-11-26T09:00'))
})

test('supports windows across midnight and whole days', () => {
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

test('follows local time when summer time starts or ends within the window', () => {
  const berlin = 'Europe/Berlin'
  const all = { startHour: '01:30', endHour: '04:30', sabado: true, domingo: true }
  const utc = (text: string) => new Date(`${text}Z`)
  // 2026-03-29: 02:00 becomes 03:00, so that the window has two hours instead of three.
  expect(nextOpening(all, utc('2026-03-28T23:00'), berlin)).toEqual(utc('2026-03-29T00:30'))
  expect(nextClosing(all, utc('2026-03-29T00:59'), berlin)).toEqual(utc('2026-03-29T02:30'))
  expect(nextOpening(all, utc('2026-03-29T02:30'), berlin)).toEqual(utc('2026-03-29T23:30'))
  // 2026-10-25: 03:00 becomes 02:00 again, so that it has four.
  expect(nextOpening(all, utc('2026-10-24T22:00'), berlin)).toEqual(utc('2026-10-24T23:30'))
  expect(nextClosing(all, utc('2026-10-25T01:15'), berlin)).toEqual(utc('2026-10-25T03:30'))
  // An opening that the change skips is the next moment that exists; one that comes twice is the first.
  const skipped = { ...all, startHour: '02:30' }
  expect(nextOpening(skipped, utc('2026-03-29T00:30'), berlin)).toEqual(utc('2026-03-29T01:30'))
  expect(nextOpening(skipped, utc('2026-10-24T23:00'), berlin)).toEqual(utc('2026-10-25T00:30'))
})
