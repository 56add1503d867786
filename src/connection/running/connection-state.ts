import type { ChannelReport } from '../../channel/channel'
import { abovePlan, type ConnectionStatus } from '../connection.contract'

export interface ConnectionState {
  status: ConnectionStatus
  wanted: boolean
  retries: number
  /** When a lost connection is tried again, or was last; ms since 1970. */
  retryAt: number | null
  qrcode: string
  pairingCode: string
  lastError: string
  number: string
  lid: string
  codesShown: number
  restarts: number
  /** Since the last stable connection; the back-off grows with them. */
  failures: number
}

export type ConnectionInput =
  /** A user, or the start of the process, wants it to run. */
  | { type: 'wanted' }
  | { type: 'reopened' }
  | { type: 'renewed' }
  | { type: 'left' }
  | { type: 'paused' }
  | { type: 'retryDue' }
  | { type: 'settled' }
  | { type: 'pairingCode'; code: string }
  | { type: 'report'; report: ChannelReport }

export type ConnectionEffect =
  | { type: 'open' }
  | { type: 'close'; logOut: boolean }
  | { type: 'forget' }
  | { type: 'retry'; afterMs: number }
  | { type: 'settle'; afterMs: number }

export interface ConnectionPolicy {
  firstRetryMs: number
  retryMsMax: number
  codesMax: number
  restartsMax: number
  /** A stopping process may still use the credentials. */
  isHandOver(): boolean
  isAbovePlan(): boolean
  random(): number
  now(): number
}

export const defaultPolicy: ConnectionPolicy = {
  firstRetryMs: 2_000,
  retryMsMax: 300_000,
  codesMax: 5,
  restartsMax: 3,
  isHandOver: () => false,
  isAbovePlan: () => false,
  random: Math.random,
  now: Date.now,
}

interface Step {
  state: ConnectionState
  effects: ConnectionEffect[]
}

export const initialState: ConnectionState = {
  status: 'DISCONNECTED',
  wanted: false,
  retries: 0,
  retryAt: null,
  qrcode: '',
  pairingCode: '',
  lastError: '',
  number: '',
  lid: '',
  codesShown: 0,
  restarts: 0,
  failures: 0,
}

export function stepConnection(state: ConnectionState, input: ConnectionInput, policy: ConnectionPolicy): Step {
  switch (input.type) {
    case 'wanted':
      if (state.wanted && isUnderWay(state)) return { state, effects: [] }
      return { state: opening(state), effects: [{ type: 'close', logOut: false }, { type: 'open' }] }
    case 'reopened':
      return { state: opening(state), effects: [{ type: 'close', logOut: false }, { type: 'open' }] }
    case 'renewed':
      return {
        state: { ...opening(state), number: '', lid: '' },
        effects: [{ type: 'close', logOut: true }, { type: 'forget' }, { type: 'open' }],
      }
    case 'left':
      return { state: off(state, ''), effects: [{ type: 'close', logOut: true }, { type: 'forget' }] }
    case 'paused':
      return { state, effects: [{ type: 'close', logOut: false }] }
    case 'retryDue':
      return { state, effects: state.status === 'TIMEOUT' && state.wanted ? [{ type: 'open' }] : [] }
    case 'settled':
      return { state: state.status === 'CONNECTED' ? { ...state, restarts: 0, failures: 0 } : state, effects: [] }
    case 'pairingCode':
      // Earlier unscanned codes no longer count.
      return {
        state: state.status === 'qrcode' ? { ...state, pairingCode: input.code, codesShown: 1 } : state,
        effects: [],
      }
    case 'report':
      return state.wanted ? stepReport(state, input.report, policy) : { state, effects: [] }
  }
}

/** Retrying would only restart it. */
const isUnderWay = ({ status }: ConnectionState) => status !== 'DISCONNECTED' && status !== 'TIMEOUT'

const opening = (state: ConnectionState): ConnectionState => ({
  ...state,
  ...noCodes,
  status: 'OPENING',
  wanted: true,
  retries: 0,
  retryAt: null,
  codesShown: 0,
  restarts: 0,
  failures: 0,
  lastError: '',
})

const off = (state: ConnectionState, lastError: string): ConnectionState => ({
  ...state,
  ...noCodes,
  status: 'DISCONNECTED',
  wanted: false,
  retries: 0,
  retryAt: null,
  lastError,
})

const noCodes = { qrcode: '', pairingCode: '' }

function stepReport(state: ConnectionState, report: ChannelReport, policy: ConnectionPolicy): Step {
  switch (report.type) {
    case 'qrcode':
      return stepCode(state, report.code, policy)
    case 'pairing':
      return { state: { ...state, ...noCodes, status: 'PAIRING', retryAt: null }, effects: [] }
    case 'connected': {
      if (state.status === 'PAIRING' && policy.isAbovePlan()) {
        const effects: ConnectionEffect[] = [{ type: 'close', logOut: true }, { type: 'forget' }]
        return { state: off(state, abovePlan), effects }
      }
      const { number, lid = '' } = report
      const fresh = { ...noCodes, retries: 0, retryAt: null, codesShown: 0, lastError: '' }
      return {
        state: { ...state, ...fresh, status: 'CONNECTED', number, lid },
        // Accepted and closed repeatedly, it must not retry at the shortest interval.
        effects: [{ type: 'settle', afterMs: policy.retryMsMax }],
      }
    }
    case 'closed':
      return stepClosed(state, report, policy)
  }
}

const unscanned = 'The codes were not scanned in time'

function stepCode(state: ConnectionState, code: string, { codesMax, isAbovePlan }: ConnectionPolicy): Step {
  const reason = isAbovePlan() ? abovePlan : state.codesShown >= codesMax ? unscanned : undefined
  if (reason) return { state: off(state, reason), effects: [{ type: 'close', logOut: false }] }
  return {
    state: { ...state, status: 'qrcode', retryAt: null, qrcode: code, codesShown: state.codesShown + 1 },
    effects: [],
  }
}

function stepClosed(
  state: ConnectionState,
  { reason, message }: Extract<ChannelReport, { type: 'closed' }>,
  policy: ConnectionPolicy,
): Step {
  switch (reason) {
    case 'loggedOut':
      return { state: { ...off(state, message), number: '', lid: '' }, effects: [{ type: 'forget' }] }
    case 'replaced':
      // Reconnecting would disconnect both programs in turn forever.
      return policy.isHandOver() ? lost(state, message, policy) : { state: off(state, message), effects: [] }
    case 'unusable':
      return { state: off(state, message), effects: [] }
    case 'restart':
      if (state.restarts >= policy.restartsMax) return lost(state, message, policy)
      return {
        state: { ...state, ...noCodes, restarts: state.restarts + 1, status: afterRestart(state) },
        effects: [{ type: 'open' }],
      }
    case 'lost':
    case 'refused':
      if (state.status === 'qrcode' && state.codesShown >= policy.codesMax) {
        return { state: off(state, unscanned), effects: [] }
      }
      return lost(state, message, policy)
  }
}

/** The restart belongs to every pairing, so the screen keeps showing it. */
const afterRestart = ({ status }: ConnectionState) => (status === 'PAIRING' ? 'PAIRING' : 'OPENING')

function lost(state: ConnectionState, lastError: string, policy: ConnectionPolicy): Step {
  const retries = state.retries + 1
  const failures = state.failures + 1
  const afterMs = retryAfterMs(failures, policy)
  const retryAt = policy.now() + afterMs
  return {
    state: { ...state, ...noCodes, status: 'TIMEOUT', retries, retryAt, failures, lastError, restarts: 0 },
    effects: [{ type: 'retry', afterMs }],
  }
}

/** Doubles up to a maximum, with 25 % of jitter. */
export function retryAfterMs(failures: number, { firstRetryMs, retryMsMax, random }: ConnectionPolicy) {
  const plain = Math.min(retryMsMax, firstRetryMs * 2 ** Math.min(failures - 1, 30))
  return Math.round(plain * (0.75 + random() * 0.5))
}
