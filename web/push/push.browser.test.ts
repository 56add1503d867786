import { expect, test } from 'bun:test'
import type { BrowserContext, Page, Worker } from '@playwright/test'
import { hashSecret } from '../../src/kernel/config/sealed-secret'
import { forgetSettings } from '../../src/setting/setting.queries'
import { settingTable } from '../../src/setting/setting.tables'
import {
  browserTestMs,
  expectFitsPhone,
  expectNoBarriers,
  launchForFile,
  openWindow,
} from '../../src/testing/browser/browser'
import { receiveText } from '../../src/testing/browser/inbox-windows'
import { bankCertificate } from '../../src/testing/services/bank/certificates'
import { type PushService, startPushService } from '../../src/testing/services/push-service/start-push-service'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'

/** In the service worker. */
declare const registration: ServiceWorkerRegistration
declare const clients: object
declare const WindowClient: { prototype: object }
declare const ExtendableEvent: new (name: string) => Event
declare const NotificationEvent: new (name: string, init: { notification: Notification | undefined }) => Event

const browser = launchForFile([], { isWhole: true })

async function withPush(run: (world: ServedWorld, service: PushService) => Promise<void>) {
  const service = await startPushService()
  const environment = { OUTGOING_ALLOW: '127.0.0.1' }
  const world = await createServedWorld({ pages: true, outgoingCa: bankCertificate, environment })
  try {
    await run(world, service)
  } finally {
    await world.stop()
    await service.stop()
  }
}

/** Without its maker's push service, a browser subscribes at the simulated one. */
async function openPhone(world: ServedWorld, service: PushService) {
  const opened = await openWindow(browser(), world, world.bruno, { permissions: ['notifications'] })
  const context = opened.page.context()
  const { publicKey } = await opened.page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, accept: 'application/json' }
    return (await fetch('/push', { headers })).json()
  })
  const subscribed = service.subscribe(publicKey)
  const { endpoint, p256dh, auth } = subscribed.body
  const json = { endpoint, keys: { p256dh, auth } }
  const stub = (given: typeof json) => {
    const made = { toJSON: () => given, options: {}, unsubscribe: async () => true }
    Object.assign(PushManager.prototype, { subscribe: async () => made, getSubscription: async () => null })
  }
  await context.addInitScript(stub, json)
  await opened.page.evaluate(stub, json)
  return { ...opened, context, subscribed }
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Minha conta' }).click()
  await page.getByRole('menuitem', { name: 'Avisos neste aparelho' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avisos neste aparelho' })
  await dialog.getByText('Avisar quando').waitFor()
  return dialog
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  const [known] = context.serviceWorkers()
  const worker = known ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(async () => {
    while (!registration.active) await new Promise((resolve) => setTimeout(resolve, 20))
  })
  return worker
}

interface ShownNotice {
  title: string
  body: string
  tag: string
  href: string
  silent: boolean | null
}

const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const notices = await registration.getNotifications()
    return notices.map(({ title, body, tag, data, silent }): ShownNotice => ({
      title,
      body,
      tag,
      href: data.href,
      silent,
    }))
  })

test(
  'turns notices on for this device, tries them, chooses kinds and quiet hours, and turns them off',
  () =>
    withPush(async (world, service) => {
      const { page, complaints, subscribed, close } = await openPhone(world, service)
      const dialog = await openDialog(page)
      await dialog.getByText('Este aparelho ainda não recebe avisos.').waitFor()
      await expectNoBarriers(page)
      await dialog.getByRole('button', { name: 'Ativar neste aparelho' }).click()
      await dialog.getByText('Chrome, Linux (este)').waitFor()
      await dialog.getByRole('button', { name: 'Enviar um aviso de teste' }).click()
      await page.getByText('Aviso enviado').waitFor()
      await world.runJobs(1)
      expect(service.notices.map(({ data, browser: to }) => [data['kind'], to === subscribed])).toEqual([
        ['test', true],
      ])
      await dialog.getByRole('switch', { name: 'Alguém me mencionar' }).click()
      await dialog.getByLabel('Das').fill('22:00')
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await dialog.getByText('Obrigatório').waitFor()
      await dialog.getByLabel('Até').fill('07:00')
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await page.getByText('Avisos salvos').waitFor()
      const again = await openDialog(page)
      expect(await again.getByRole('switch', { name: 'Alguém me mencionar' }).isChecked()).toBe(false)
      expect(await again.getByLabel('Até').inputValue()).toBe('07:00')
      await expectFitsPhone(page)
      await again.getByRole('button', { name: 'Desativar neste aparelho' }).click()
      await again.getByText('Nenhum aparelho recebe avisos.').waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'with the window closed the service worker shows the notice, once, and opens the ticket at its message',
  () =>
    withPush(async (world, service) => {
      const ctx = world.ctx(1)
      ctx.db.insert(settingTable).values({ key: 'showNotificationPending', value: 'enabled' }).run()
      forgetSettings(ctx)
      const { page, context, close } = await openPhone(world, service)
      const dialog = await openDialog(page)
      await dialog.getByRole('button', { name: 'Ativar neste aparelho' }).click()
      await dialog.getByText('Chrome, Linux (este)').waitFor()
      const worker = await workerOf(context)
      const other = await context.newPage()
      await other.goto('about:blank')
      const devtools = await context.newCDPSession(other)
      let registrationId = ''
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        registrationId = registrations.find(({ scopeURL }) => scopeURL.startsWith(world.url))?.registrationId ?? ''
      })
      await devtools.send('ServiceWorker.enable')
      await page.close()
      while (registrationId === '') await Bun.sleep(20)
      while (world.hub.isOnline(1, world.bruno.id)) await Bun.sleep(20)

      for (const text of ['Olá', 'Chegou *quebrado*']) {
        const before = service.notices.length
        receiveText(world, text, { name: 'Rita Campos', text, queueId: 1 })
        while (service.notices.length === before) await world.runJobs(1)
      }
      expect(service.notices.map(({ data }) => data['kind'])).toEqual(['waiting', 'message'])
      const [first, data] = service.notices.map((notice) => JSON.stringify(notice.data))
      const deliver = (text = '') =>
        devtools.send('ServiceWorker.deliverPushMessage', { origin: world.url, registrationId, data: text })
      for (const text of [first, data, data]) await deliver(text)
      let shown: ShownNotice[] = []
      // The one that came twice is the last to be shown, without a sound.
      while (!shown[0]?.silent) shown = await shownBy(worker)
      const uuid = ctx.company.sqlite.query<{ uuid: string }, []>('SELECT uuid FROM ticket').get()?.uuid
      expect(shown).toEqual([
        expect.objectContaining({ tag: `ticket-${uuid}`, title: 'Rita Campos', body: 'Chegou quebrado' }),
      ])

      // Only a person's click may open windows, so the call itself is looked at.
      const opened = await worker.evaluate(async () => {
        const addresses: string[] = []
        Object.assign(clients, { openWindow: async (url: string) => void addresses.push(url) })
        const [notification] = await registration.getNotifications()
        dispatchEvent(new NotificationEvent('notificationclick', { notification }))
        while (addresses.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
        return { addresses, left: (await registration.getNotifications()).length }
      })
      expect(opened).toEqual({ addresses: [`/tickets/${uuid}?message=2`], left: 0 })
      await other.goto(world.url + opened.addresses[0])
      await other.getByText('Chegou quebrado').first().waitFor()
      await close()
    }),
  browserTestMs,
)

test(
  'a subscription that the browser replaces while no window is open is told to the server',
  () =>
    withPush(async (world, service) => {
      const { page, context, subscribed, close } = await openPhone(world, service)
      const dialog = await openDialog(page)
      await dialog.getByRole('button', { name: 'Ativar neste aparelho' }).click()
      await dialog.getByText('Chrome, Linux (este)').waitFor()
      const worker = await workerOf(context)
      await context.newPage()
      await page.close()
      const renewed = service.subscribe('')
      const change = (given: { old: string; endpoint: string; keys: object }) => {
        const { old, endpoint, keys } = given
        const parts = { oldSubscription: { endpoint: old }, newSubscription: { toJSON: () => ({ endpoint, keys }) } }
        dispatchEvent(Object.assign(new ExtendableEvent('pushsubscriptionchange'), parts))
      }
      const { endpoint, p256dh, auth } = renewed.body
      await worker.evaluate(change, { old: 'https://127.0.0.1/unknown', endpoint, keys: { p256dh, auth } })
      await worker.evaluate(change, { old: subscribed.body.endpoint, endpoint, keys: { p256dh, auth } })
      const devices = () =>
        world.ctx(1).company.sqlite.query('SELECT id, user_id, endpoint_hash FROM push_device').values()
      while (devices()[0]?.[2] !== hashSecret(endpoint)) await Bun.sleep(20)
      expect(devices()).toEqual([[1, world.bruno.id, hashSecret(endpoint)]])
      await close()
    }),
  browserTestMs,
)

test(
  'a notice leads an open window to the ticket, whose notices close when it is shown',
  () =>
    withPush(async (world, service) => {
      receiveText(world, 'first', { name: 'Rita Campos', text: 'Olá', queueId: 1 })
      await (await world.as(world.bruno)).put('/tickets/1', { status: 'open', userId: world.bruno.id, queueId: 1 })
      const { page, context, complaints, close } = await openPhone(world, service)
      const worker = await workerOf(context)
      const row = world.ctx(1).company.sqlite.query<{ uuid: string }, []>('SELECT uuid FROM ticket').get()
      await worker.evaluate(async (uuid) => {
        const notice = (id: string, ticketUuid: string) => ({
          id,
          ticketUuid,
          href: `/tickets/${ticketUuid}?message=1`,
        })
        await registration.showNotification('Outro', { tag: 'other', data: notice('2', 'other') })
        await registration.showNotification('Rita', { tag: 'rita', data: notice('1', uuid) })
        const [notification] = await registration.getNotifications({ tag: 'rita' })
        Object.assign(WindowClient.prototype, { focus: async () => {} })
        dispatchEvent(new NotificationEvent('notificationclick', { notification }))
      }, row?.uuid ?? '')
      await page.waitForURL(`**/tickets/${row?.uuid}?**`)
      while ((await shownBy(worker)).length > 1) await Bun.sleep(20)
      expect((await shownBy(worker)).map(({ title }) => title)).toEqual(['Outro'])
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
