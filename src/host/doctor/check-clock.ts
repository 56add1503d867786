import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { bad, type Check, type ExaminedHost, good, notice } from './examined-host'

const answerMsMax = 8_000
/** More refuses short-lived tokens of others, and Meta's signatures. */
const skewSecondsMax = 60

/** Servers that the product talks to anyway; no other one is asked. */
export const clockCheck: Check = {
  name: 'clock',
  async look(host) {
    const servers = serversOf(host)
    if (servers.length === 0) return [notice('clockNotAsked')]
    for (const url of servers) {
      const skewMs = await skewOf(url).catch(() => undefined)
      if (skewMs === undefined) continue
      const seconds = Math.round(skewMs / 1000)
      const facts = { server: url.host, seconds }
      return [Math.abs(seconds) > skewSecondsMax ? bad('clockOff', facts) : good('clockGood', facts)]
    }
    return [notice('clockNoAnswer', { servers: servers.map(({ host }) => host).join(', ') })]
  },
}

function serversOf({ config, survey }: ExaminedHost): URL[] {
  const channels = new Set(survey.companies.flatMap(({ lines }) => lines.map(({ channel }) => channel)))
  const usesMeta = config.graph.appId !== undefined || [...channels].some((channel) => channel !== 'whatsapp')
  return [
    // The public address may be on this machine, whose clock is compared with itself.
    ...(channels.has('whatsapp') ? [originOf(config.whatsappWebUrl ?? 'https://web.whatsapp.com')] : []),
    ...(usesMeta ? [originOf(config.graph.url)] : []),
    // Recado itself does not tell the time, but its proxy does.
    ...(config.publicUrl ? [`${config.publicUrl}/version`] : []),
  ].map((address) => new URL(address))
}

const originOf = (address: string) => new URL(address.replace(/^ws/, 'http')).origin

/** How far this clock is ahead, to the second that headers name. The answer's content does not matter. */
function skewOf(url: URL): Promise<number | undefined> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const askedMs = Date.now()
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'HEAD', timeout: answerMsMax }, (response) => {
      response.resume()
      const theirsMs = Date.parse(response.headers.date ?? '')
      const oursMs = (askedMs + Date.now()) / 2
      resolve(Number.isNaN(theirsMs) ? undefined : withinSecond(oursMs - theirsMs))
    })
    asked.once('timeout', () => asked.destroy(new Error('no answer'))).once('error', reject)
    asked.end()
  })
}

/** The header has no fractions: up to a second later is the same time. */
const withinSecond = (aheadMs: number) => (aheadMs >= 0 && aheadMs < 1000 ? 0 : aheadMs)
