import { OutgoingError } from './outgoing-error'

const headersMax = 100
const namePattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/
/** Latin-1 without control characters, which could begin another header. */
const valuePattern = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/
const reserved = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/** After a redirect to another origin; any other may contain a credential. */
const harmless = ['accept', 'accept-language', 'content-type', 'user-agent']

/** @throws OutgoingError refusedHeader */
export function createOutgoingHeaders(given: Readonly<Record<string, string>>) {
  const headers = new Headers({ 'user-agent': 'Recado' })
  const entries = Object.entries(given)
  if (entries.length > headersMax) throw new OutgoingError('refusedHeader', `More than ${headersMax} headers`)
  for (const [name, value] of entries) {
    const isReserved = reserved.has(name.toLowerCase()) || name.toLowerCase().startsWith('proxy-')
    if (!namePattern.test(name) || isReserved || !valuePattern.test(value)) {
      throw new OutgoingError('refusedHeader', `The header ${JSON.stringify(name.slice(0, 100))} cannot be sent`)
    }
    headers.set(name, value)
  }
  return headers
}

export function withoutCredentials(headers: Headers) {
  return new Headers([...headers].filter(([name]) => harmless.includes(name)))
}
