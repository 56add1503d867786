import type { SendFault } from '../channel-provider'

/** "Error codes", developers.facebook.com, updated May 15, 2026. */
export const sendFaults: Readonly<Record<number, SendFault>> = {
  368: 'account',
  131031: 'account',
  131042: 'account',
  131048: 'sender',
  131049: 'personCap',
  131050: 'personStopped',
  132000: 'template',
  132001: 'template',
  132007: 'template',
  132012: 'template',
  132015: 'template',
  132016: 'template',
}

export const isNumberFault = (text: string) =>
  ['sender', 'account'].includes(sendFaults[Number.parseInt(text, 10)] ?? '')

/** The texts of warnings that concern how much the number writes, and of those that lock its account. */
export const isSenderWarning = (text: string) => sendFaults[Number.parseInt(text, 10)] === 'sender'
export const isLockWarning = (text: string) => /^(?:368|131031)\b/.test(text)
