import { expect, test } from 'bun:test'
import { OutgoingError, retryAfterMs } from './outgoing-error'

test('reads the delay that a service asks for, in seconds or as a date', () => {
  const now = new Date('2026-03-02T12:00:00Z')
  const said = (header: string) => {
    const response = { status: 429, headers: new Headers({ 'retry-after': header }), url: '', body: new Uint8Array() }
    const cause = new OutgoingError('status', '', { response: { ...response, text: () => '' } })
    return retryAfterMs(new Error('429', { cause }), now)
  }
  expect(said('20')).toBe(20_000)
  expect(said('Mon, 02 Mar 2026 12:00:30 GMT')).toBe(30_000)
  for (const useless of ['0', 'soon', '-5', 'Mon, 02 Mar 2026 11:00:00 GMT']) expect(said(useless)).toBeUndefined()
  expect(retryAfterMs(new Error('no answer'), now)).toBeUndefined()
})
