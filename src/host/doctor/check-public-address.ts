import { connect } from 'node:tls'
import { probeArrived } from '../../kernel/live/live-socket'
import { dayMs } from '../../kernel/time/durations.contract'
import { bad, type Check, type ExaminedHost, type Found, good, minuteOf, notice } from './examined-host'

const answerMsMax = 8_000
const daysWarned = 21
const daysLeftMin = 7

export const liveSocketCheck: Check = {
  name: 'liveSocket',
  async look({ config: { publicUrl }, running }) {
    if (!publicUrl) return [notice('noPublicUrl')]
    if (!running) return [notice('socketNotAsked')]
    const address = `${publicUrl.replace(/^http/, 'ws')}/live`
    const { code, error } = await probe(address, new URL(publicUrl).origin, running.liveProbes.issue())
    if (code === probeArrived) return [good('socketGood', { address })]
    return [error === undefined ? bad('socketElsewhere', { address }) : bad('socketFailed', { address, error })]
  },
}

interface Probed {
  code?: number
  /** Undefined when a live socket answered. */
  error?: string
}

/** As a browser, with the page's origin. Only the process that issued the token closes with `probeArrived`. */
function probe(address: string, origin: string, token: string): Promise<Probed> {
  const { promise, resolve } = Promise.withResolvers<Probed>()
  // Bun's; the types are the browser's.
  const socket = new WebSocket(address, { headers: { origin } } as never)
  const timer = setTimeout(() => resolve({ error: `no answer within ${answerMsMax / 1000} s` }), answerMsMax)
  let opened = false
  socket.onopen = () => {
    opened = true
    socket.send(JSON.stringify({ event: 'auth', data: { token } }))
  }
  socket.onerror = (event) => resolve({ error: (event as ErrorEvent).message || 'the connection was refused' })
  socket.onclose = ({ code, reason }) => {
    const isLive = opened && code >= 4000
    resolve({ code, ...(isLive ? {} : { error: reason || `closed with ${code}` }) })
  }
  return promise.finally(() => {
    clearTimeout(timer)
    socket.close()
  })
}

export const certificateCheck: Check = {
  name: 'certificate',
  async look({ config: { publicUrl }, now }: ExaminedHost) {
    if (!publicUrl) return [notice('noPublicUrl')]
    const { protocol, hostname, port } = new URL(publicUrl)
    if (protocol !== 'https:') return [notice('certificateNone')]
    const host = hostname.replace(/^\[|\]$/g, '')
    return judge(hostname, now, await readCertificate(host, Number(port) || 443))
  },
}

type Certificate = { endsAt: Date; refused: string | undefined } | { error: string }

function judge(host: string, now: Date, certificate: Certificate): Found[] {
  if ('error' in certificate) return [bad('certificateNoAnswer', { host, error: certificate.error })]
  const { endsAt, refused } = certificate
  const days = Math.floor((endsAt.getTime() - now.getTime()) / dayMs)
  const facts = { host, until: minuteOf(endsAt), days }
  if (endsAt <= now) return [bad('certificateOver', facts)]
  const found = refused === undefined ? [] : [bad('certificateBad', { host, error: refused })]
  if (days < daysLeftMin) return [...found, bad('certificateEnds', facts)]
  if (days < daysWarned) return [...found, notice('certificateEnds', facts)]
  return found.length > 0 ? found : [good('certificateGood', facts)]
}

/** Also of a server whose certificate is refused, to say until when it was good. */
function readCertificate(host: string, port: number): Promise<Certificate> {
  const { promise, resolve } = Promise.withResolvers<Certificate>()
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: answerMsMax })
  socket.once('secureConnect', () => {
    const { valid_to: endsAt } = socket.getPeerCertificate()
    const refused = socket.authorized ? undefined : String(socket.authorizationError)
    resolve({ endsAt: new Date(endsAt), refused })
  })
  socket.once('timeout', () => resolve({ error: `no answer within ${answerMsMax / 1000} s` }))
  socket.once('error', (error: Error) => resolve({ error: error.message }))
  return promise.finally(() => socket.destroy())
}
