import { afterEach, expect, test } from 'bun:test'
import { sendMail } from '../../platform/mail/send-mail'
import { startMailServer } from '../../testing/services/smtp/start-mail-server'
import { messagesOf, say, useWebhookWorlds } from '../../testing/services/receiver/webhook-world'
import { createSlowNode } from '../../testing/world/slow-node'
import { createWorld } from '../../testing/world/world'
import { until } from '../../testing/whatsapp/whatsapp-world'

const { start } = useWebhookWorlds()
const acme = 1
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

test('a webhook tells of what is safe only, once', async () => {
  const node = createSlowNode()
  const { world, receiver, deliver } = await start({ node: node.node })
  node.shut(acme)
  say(world, 'Oi')
  const delivering = deliver()
  await until(() => node.waiting(acme) > 1, 'the gate to hold the delivery')
  await Bun.sleep(30)
  expect(receiver.webhooks).toEqual([])
  node.open(acme)
  await delivering
  await deliver()
  expect(messagesOf(receiver)).toHaveLength(1)
})

test('a webhook of what will never be safe is not sent', async () => {
  const node = createSlowNode()
  const { world, receiver, deliver } = await start({ node: node.node })
  node.shut(acme)
  say(world, 'Oi')
  const delivering = deliver().catch((error: unknown) => String(error))
  await until(() => node.waiting(acme) > 1, 'the gate to hold the delivery')
  node.lose(acme)
  expect(await delivering).toContain('ERR_NOT_CONFIRMED')
  expect(receiver.webhooks).toEqual([])
})

test('a mail leaves once it is safe, and the other company’s at once', async () => {
  const node = createSlowNode()
  const server = await startMailServer({ account: { user: 'conta@host.test', pass: 'secret' } })
  const world = await createWorld({
    node: node.node,
    environment: { SMTP_URL: `smtp://conta%40host.test:secret@${server.address}`, LOG_LEVEL: 'silent' },
  })
  world.noBystander()
  stops.push(() => world.stop(), server.stop)
  const mail = (companyId: number, address: string) => {
    const ctx = world.ctx(companyId)
    ctx.transaction(() =>
      sendMail(ctx, { to: { name: '', address }, subject: 'Fatura', text: 'Olá', key: 'invoice:1' }),
    )
  }
  node.shut(acme)
  mail(acme, 'maria@acme.test')
  mail(2, 'gina@globex.test')
  const sending = world.runJobs(acme)
  await world.runJobs(2)
  expect(server.received.map(({ to }) => to)).toEqual([['gina@globex.test']])
  node.open(acme)
  await sending
  expect(server.received.map(({ to }) => to)).toEqual([['gina@globex.test'], ['maria@acme.test']])
})
