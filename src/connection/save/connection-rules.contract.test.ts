import { expect, test } from 'bun:test'
import { asksForImport, connectionErrors } from './connection-rules.contract'

const plain: Parameters<typeof connectionErrors>[0] = {
  enableImportMessage: false,
  importOldMessages: '',
  importRecentMessages: '',
  importOldMessagesGroups: false,
  closedTicketsPostImported: false,
  queueIdImportMessages: null,
  ratingMessage: '',
  expiresTicketNPS: 0,
  timeSendQueue: 0,
  sendIdQueue: null,
  collectiveVacationMessage: '',
  collectiveVacationStart: '',
  collectiveVacationEnd: '',
  timeInactiveMessage: 0,
  expiresTicket: 0,
}
type Fields = Partial<typeof plain>
const today = '2026-03-10'
const errorsOf = (fields: Fields, facts: { rates?: boolean; before?: Fields } = {}) =>
  connectionErrors({ ...plain, ...fields }, { rates: false, today, ...facts })

test('ratings, redirects and inactivity need both of their halves', () => {
  expect(errorsOf({})).toEqual({})
  const both = { ratingMessage: 'required', expiresTicketNPS: 'required' }
  expect(errorsOf({ ratingMessage: ' ' }, { rates: true })).toEqual(both)
  expect(errorsOf({ ratingMessage: 'De 1 a 5', expiresTicketNPS: 1 }, { rates: true })).toEqual({})
  expect(errorsOf({ timeSendQueue: 1 })).toEqual({ sendIdQueue: 'redirectIncomplete' })
  expect(errorsOf({ sendIdQueue: 2 })).toEqual({ timeSendQueue: 'redirectTimeMissing' })
  expect(errorsOf({ timeSendQueue: 1, sendIdQueue: 2 })).toEqual({})
  expect(errorsOf({ timeInactiveMessage: 1 })).toEqual({ expiresTicket: 'required' })
  expect(errorsOf({ timeInactiveMessage: 1, expiresTicket: 1 })).toEqual({})
})

test('a vacation has a start, ten days back at most, and an end', () => {
  const vacation = (start: string, end: string, before?: Fields) =>
    errorsOf(
      { collectiveVacationMessage: 'Férias', collectiveVacationStart: start, collectiveVacationEnd: end },
      { before },
    )
  const [start, end] = ['collectiveVacationStart', 'collectiveVacationEnd']
  expect(vacation('', '')).toEqual({ [start]: 'required', [end]: 'required' })
  expect(vacation('', today)).toEqual({ [start]: 'required' })
  expect(vacation(today, '')).toEqual({ [end]: 'required' })
  expect([vacation(today, today), vacation('2026-02-28', today)]).toEqual([{}, {}])
  expect(vacation(today, '2026-03-09')).toEqual({ [end]: 'endBeforeStart' })
  expect(vacation('2026-02-27', today)).toEqual({ [start]: 'tooEarly' })
  expect(vacation('2026-02-27', today, { collectiveVacationStart: '2026-02-27' })).toEqual({})
  expect(errorsOf({ collectiveVacationMessage: ' ', collectiveVacationEnd: today })).toEqual({})
})

test('an import reaches two years back, not into the future, and needs a queue', () => {
  const imported = { enableImportMessage: true, importOldMessages: today, queueIdImportMessages: 1 }
  const errors = (fields: Fields, before?: Fields) => errorsOf({ ...imported, ...fields }, { before })
  const [old, recent] = ['importOldMessages', 'importRecentMessages']
  expect([errors({}), errors({ importOldMessages: '2024-03-09' })]).toEqual([{}, {}])
  expect(errors({ importOldMessages: '' })).toEqual({ [old]: 'required' })
  expect(errors({ importOldMessages: '2024-03-08' })).toEqual({ [old]: 'tooEarly' })
  expect(errors({ importOldMessages: '2026-03-11' })).toEqual({ [old]: 'inFuture' })
  expect(errors({ importRecentMessages: today })).toEqual({})
  expect(errors({ importRecentMessages: '2026-03-11' })).toEqual({ [recent]: 'inFuture' })
  expect(errors({ importRecentMessages: '2026-03-09' })).toEqual({ [recent]: 'endBeforeStart' })
  expect(errors({ queueIdImportMessages: null })).toEqual({ queueIdImportMessages: 'required' })
  // Without a change, nothing is asked for again.
  const late = { ...imported, importOldMessages: '2020-01-01' }
  expect([errors(late, late), errors({ ...late, enableImportMessage: false })]).toEqual([{}, {}])
  const after = { ...plain, ...imported }
  expect([asksForImport(after), asksForImport(after, after), asksForImport(plain)]).toEqual([true, false, false])
  expect(asksForImport(after, { ...after, importOldMessagesGroups: true })).toBe(true)
})
