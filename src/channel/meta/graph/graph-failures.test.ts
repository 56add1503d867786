import { expect, test } from 'bun:test'
import { OutgoingError } from '../../../kernel/outgoing/outgoing-error'
import type { ChannelError } from '../../channel'
import { stub } from '../../../testing/stub'
import { appSecretWrong } from '../meta-login.contract'
import { GraphError, graphErrorOf } from './graph-error'
import { channelErrorOf, closureOf, endsSession, errorText } from './graph-failures'

const errorOf = (code: number, subcode = 0, status = 400, message = 'x') =>
  new GraphError(status, code, subcode, message, '')

const closures: [GraphError, 'unusable' | 'lost', boolean][] = [
  // A token that ended, the app's secret, a missing permission, a locked account or an unknown number need a person.
  [errorOf(190), 'unusable', true],
  [errorOf(10), 'unusable', true],
  [errorOf(200), 'unusable', true],
  [errorOf(100, 0, 400, 'Invalid appsecret_proof'), 'unusable', true],
  [errorOf(368), 'unusable', false],
  [errorOf(131031), 'unusable', false],
  [errorOf(100, 33), 'unusable', false],
  [errorOf(100), 'lost', false],
  [errorOf(4, 33), 'lost', false],
  [errorOf(200, 0, 400, 'Invalid appsecret_proof'), 'unusable', true],
  // A permission that one conversation lacks.
  [errorOf(10, 2_017_999), 'unusable', true],
  [errorOf(10, 2_018_000), 'lost', false],
  [errorOf(10, 2_018_278), 'lost', false],
  [errorOf(10, 2_018_999), 'lost', false],
  [errorOf(10, 2_019_000), 'unusable', true],
  [errorOf(200, 1_893_063), 'lost', false],
  [errorOf(1, 0, 500), 'lost', false],
]

test('only what a person can mend stops an account', () => {
  for (const [error, reason, ends] of closures) {
    const { code, subcode } = error
    expect([code, subcode, closureOf(error).reason, endsSession(error)]).toEqual([code, subcode, reason, ends])
  }
})

test('a connection shows Meta’s code and sentence, or that the secret is wrong', () => {
  expect(closureOf(errorOf(190, 0, 401, 'Expired')).message).toBe('190 Expired')
  expect(closureOf(errorOf(10, 2_018_278, 400, 'Outside')).message).toBe('2018278 Outside')
  expect(closureOf(errorOf(190, 463, 401, 'Expired')).message).toBe('190 Expired')
  expect(closureOf(errorOf(0, 0, 502, 'HTTP 502')).message).toBe('HTTP 502')
  expect(closureOf(errorOf(100, 0, 400, 'Invalid appsecret_proof')).message).toBe(appSecretWrong)
  expect(errorText({ code: 1, title: 'T', message: 'M', error_data: { details: 'D' } })).toBe('1 D')
  expect(errorText({ code: '1', title: 'T', message: 'M', error_data: { details: '' } })).toBe('M')
  expect(errorText({ title: 'T', message: 3 })).toBe('T')
  expect(errorText({ code: 7 })).toBe('7')
})

const failures: [GraphError, ChannelError['reason'], number?][] = [
  [errorOf(131056), 'limited', 6000],
  [errorOf(130429), 'limited'],
  [errorOf(0, 0, 429), 'limited'],
  [errorOf(131000, 0, 500), 'limited', 5000],
  [errorOf(131047), 'refused'],
  [errorOf(0, 0, 499), 'refused'],
  [errorOf(0, 0, 408), 'uncertain'],
  [errorOf(0, 0, 500), 'uncertain'],
  [errorOf(1, 0, 500), 'uncertain'],
  [errorOf(7, 0, 500), 'refused'],
  [errorOf(0, 0, 0), 'uncertain'],
  [graphErrorOf(new OutgoingError('refusedAddress', 'x'), ''), 'offline'],
  [graphErrorOf(new OutgoingError('refusedHeader', 'x'), ''), 'offline'],
  [graphErrorOf(new OutgoingError('tooLarge', 'x'), ''), 'offline'],
  [graphErrorOf(new OutgoingError('network', 'ECONNRESET'), ''), 'uncertain'],
]

test('a message is sent again only when it certainly was not, and after the time that Meta wants', () => {
  for (const [error, reason, retryAfterMs] of failures) {
    const { code, status } = error
    expect([code, status, channelErrorOf(error)]).toMatchObject([code, status, { reason, retryAfterMs }])
  }
})

test('a failure without Meta’s form has the HTTP status, and an incomplete request may have arrived', () => {
  const answer = (text: string, usage = '', status = 400) => {
    const headers = new Headers(usage ? { 'x-business-use-case-usage': usage } : {})
    const response = stub<NonNullable<OutgoingError['response']>>({ status, headers, text: () => text })
    return graphErrorOf(new OutgoingError(status === 200 ? 'tooLarge' : 'status', 'x', { response }), 'secret')
  }
  for (const text of ['', 'null', '{}', '{"error":{"code":"7","message":4}}', '<html>']) {
    expect([text, answer(text).message, answer(text).code]).toEqual([text, 'HTTP 400', 0])
  }
  const whole = answer('{"error":{"code":7,"error_subcode":8,"message":"(#7) A secret","error_user_msg":"U"}}')
  expect([whole.message, whole.code, whole.subcode, whole.sentence]).toEqual(['A …', 7, 8, 'U'])
  expect(answer('{"error":{"message":"M","error_data":"D","error_user_msg":"U"}}').sentence).toBe('D')
  expect([answer('', '', 200).isUnsent, answer('', '', 503).isNoAnswer, answer('', '', 429).isNoAnswer]).toEqual([
    true,
    true,
    true,
  ])
  expect([answer('', '', 499).isNoAnswer, answer('', '', 500).isNoAnswer]).toEqual([false, true])
  const usageOf = (...minutes: unknown[]) =>
    answer('', JSON.stringify({ 1: minutes.map((one) => ({ estimated_time_to_regain_access: one })), 2: [{}] }))
      .regainMs
  expect([usageOf(), usageOf(0), usageOf('5'), usageOf(3, 5, 4), usageOf(9999)]).toEqual([
    ...[undefined, undefined, undefined],
    ...[5 * 60_000, 24 * 60 * 60_000],
  ])
  expect(answer('', 'no json').regainMs).toBeUndefined()
})
