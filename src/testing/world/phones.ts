import { afterEach, beforeEach, expect } from 'bun:test'
import { addMs } from '../../kernel/time/clock'
import { openTicket } from '../conversation/conversation'
import { messageEvent, newId, receive } from '../conversation/inbound'
import { bankCertificate } from '../services/bank/certificates'
import { type PushBrowser, type PushService, startPushService } from '../services/push-service/start-push-service'
import { createWorld, type World } from './world'

export const pushStart = new Date('2026-11-30T15:00:00Z')

/** A world and a push service for each test of a file, in which Bruno has Dona Maria's ticket, and people sign in on phones. */
export function usePhones() {
  let world: World
  let service: PushService
  beforeEach(async () => {
    service = await startPushService()
    world = await createWorld({
      now: pushStart,
      outgoingCa: bankCertificate,
      environment: { OUTGOING_ALLOW: '127.0.0.1', LOG_LEVEL: 'silent', PUBLIC_URL: 'https://chat.acme.test' },
    })
    openTicket(world)
  })
  afterEach(async () => {
    await service.stop()
    await world.stop()
  })

  return {
    current: () => ({ world, service }),
    async withPhone(person: 'ana' | 'bruno' | 'carla' | 'gina') {
      const calls = await world.as(world[person])
      const { publicKey } = (await calls.get('/push')).body
      const browser = service.subscribe(publicKey)
      const { status, body } = await calls.post('/push/devices', browser.body)
      expect(status).toBe(200)
      return { ...calls, browser, device: body }
    },
    write: (text: string, id = newId()) =>
      receive(world, 1, messageEvent({ text, id, atMs: world.ctx(1).now.getTime() })),
    /** By default as long as notices are gathered. */
    async run(afterMs = 500) {
      world.setTime(addMs(world.ctx(1).now, afterMs))
      for (let count = 0; count < 3; count++) await world.runJobs(1)
    },
    told: (browser?: PushBrowser) =>
      service.notices
        .filter((notice) => !browser || notice.browser === browser)
        .map(({ data }) => [data['kind'], data['contact'], data['text']]),
  }
}
